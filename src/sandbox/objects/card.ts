/** What a card shows of itself once its number is out of sight. */
export interface CardFacts {
  brand: string
  country: string
  exp_month: number
  exp_year: number
  fingerprint: string
  funding: string
  last4: string
}

export interface Address {
  city: string | null
  country: string | null
  line1: string | null
  line2: string | null
  postal_code: string | null
  state: string | null
}

export interface BillingDetails {
  address: Address
  email: string | null
  name: string | null
  phone: string | null
  tax_id: string | null
}

export type Metadata = Record<string, string>
