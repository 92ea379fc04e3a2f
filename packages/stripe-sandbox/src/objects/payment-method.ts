import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { type Account, newId } from '../ids'
import { brandOf } from '../payments/card-number'
import type { TestCard } from '../payments/cards'

export type PaymentMethod = Omit<Stripe.PaymentMethod, 'card'> & {
  card: Stripe.PaymentMethod.Card
}

/** A card as somebody typed it; the year has two digits or four. */
export interface EnteredCard {
  number: string
  exp_month: number
  exp_year: number
  cvc?: string
}

type Address = Stripe.Address
type Billing = Stripe.PaymentMethod.BillingDetails

/** What a caller says of the holder; what is not said stays null. */
export type EnteredBilling = Partial<Omit<Billing, 'address'>> & { address?: Partial<Address> }

const emptyAddress: Address = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
}

export function fullYear(year: number): number {
  return year < 100 ? 2000 + year : year
}

/** The card as the API shows it, never with its number. `created` in seconds. */
export function createPaymentMethod(
  account: Account,
  created: number,
  entered: EnteredCard,
  { country, outcome }: TestCard,
  billing: EnteredBilling,
  metadata: Stripe.Metadata,
): PaymentMethod {
  const brand = brandOf(entered.number)
  const none = { email: null, name: null, phone: null, tax_id: null }
  return {
    id: newId('pm', account),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: { ...none, ...billing, address: { ...emptyAddress, ...billing.address } },
    card: {
      brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: entered.cvc === undefined ? null : 'unchecked',
      },
      country,
      display_brand: brand,
      exp_month: entered.exp_month,
      exp_year: fullYear(entered.exp_year),
      fingerprint: createHash('sha256').update(entered.number).digest('base64url').slice(0, 16),
      funding: 'credit',
      generated_from: null,
      last4: entered.number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: brand !== 'amex' || outcome.kind === 'asks' },
      wallet: null,
    },
    created,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata,
    type: 'card',
  }
}
