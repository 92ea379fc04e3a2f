import type { BillingDetails, CardFacts, Metadata } from './card'
import type { PaymentIntent, Shipping } from './payment-intent'

export interface ChargeOutcome {
  advice_code: 'try_again_later' | 'do_not_try_again' | 'confirm_card_data' | null
  network_advice_code: string | null
  network_decline_code: string | null
  network_status: string
  reason: string | null
  risk_level: string
  risk_score: number
  seller_message: string
  type: string
}

export interface Charge {
  id: string
  object: 'charge'
  amount: number
  amount_captured: number
  amount_refunded: number
  application: null
  application_fee: null
  application_fee_amount: null
  balance_transaction: string | null
  billing_details: BillingDetails
  calculated_statement_descriptor: string
  captured: boolean
  created: number
  currency: string
  customer: null
  description: string | null
  disputed: boolean
  failure_balance_transaction: null
  failure_code: string | null
  failure_message: string | null
  fraud_details: Record<string, never>
  livemode: false
  metadata: Metadata
  on_behalf_of: null
  outcome: ChargeOutcome
  paid: boolean
  payment_intent: string
  payment_method: string
  payment_method_details: {
    card: CardFacts & {
      amount_authorized: number | null
      authorization_code: string | null
      checks: {
        address_line1_check: null
        address_postal_code_check: null
        cvc_check: 'pass' | 'fail' | null
      }
      electronic_commerce_indicator: null
      installments: null
      mandate: null
      network: string
      network_transaction_id: string
      regulated_status: 'unregulated'
      three_d_secure: null | {
        authentication_flow: 'challenge' | 'frictionless'
        electronic_commerce_indicator: '05'
        exemption_indicator: null
        exemption_indicator_applied: false
        result: 'authenticated'
        result_reason: null
        transaction_id: string
        version: '2.2.0'
      }
      transaction_link_id: null
      wallet: null
    }
    type: 'card'
  }
  receipt_email: string | null
  receipt_number: null
  receipt_url: string | null
  refunded: boolean
  review: null
  shipping: Shipping | null
  source: null
  source_transfer: null
  statement_descriptor: string | null
  statement_descriptor_suffix: string | null
  status: 'succeeded' | 'failed' | 'pending'
  transfer_data: null
  transfer_group: null
}

/** The fields every charge of an intent has alike, whatever became of it. `created` in seconds. */
export function chargeOf(
  intent: PaymentIntent,
  created: number,
): Omit<
  Charge,
  | 'id'
  | 'amount_captured'
  | 'billing_details'
  | 'captured'
  | 'failure_code'
  | 'failure_message'
  | 'outcome'
  | 'paid'
  | 'payment_method'
  | 'payment_method_details'
  | 'receipt_url'
  | 'status'
> {
  return {
    object: 'charge',
    amount: intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    calculated_statement_descriptor: 'CARD SANDBOX',
    created,
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    payment_intent: intent.id,
    receipt_email: intent.receipt_email,
    receipt_number: null,
    refunded: false,
    review: null,
    shipping: intent.shipping,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    transfer_data: null,
    transfer_group: null,
  }
}
