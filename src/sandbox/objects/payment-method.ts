import type { BillingDetails, CardFacts, Metadata } from './card'
import { type Account, newId } from './new-id'

export interface PaymentMethod {
  id: string
  object: 'payment_method'
  allow_redisplay: 'unspecified'
  billing_details: BillingDetails
  card: CardFacts & {
    checks: {
      address_line1_check: null
      address_postal_code_check: null
      cvc_check: 'unchecked' | 'pass' | 'fail' | null
    }
    display_brand: string
    generated_from: null
    networks: { available: string[]; preferred: null }
    regulated_status: 'unregulated'
    three_d_secure_usage: { supported: boolean }
    wallet: null
  }
  created: number
  customer: null
  customer_account: null
  livemode: false
  metadata: Metadata
  type: 'card'
}

/** A card as the API shows it: never the whole number. `created` in seconds. */
export function newPaymentMethod(
  account: Account,
  created: number,
  card: CardFacts & { supports3ds: boolean; hasCvc: boolean },
  billing: BillingDetails,
  metadata: Metadata,
): PaymentMethod {
  const { supports3ds, hasCvc, ...facts } = card
  return {
    id: newId('pm', account),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billing,
    card: {
      ...facts,
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: hasCvc ? 'unchecked' : null,
      },
      display_brand: facts.brand,
      generated_from: null,
      networks: { available: [facts.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: supports3ds },
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
