/** A captured payment without an order: the temple is told all that is known of it. */
export interface Ticket {
  id: string
  paymentIntentId: string
  state: 'open' | 'closed'
  amountKopiykas: number
  paidAt: number
  cardLast4: string | null
  billingEmail: string | null
  createdAt: number
  closedAt: number | null
}
