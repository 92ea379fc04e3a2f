import type Stripe from 'stripe'
import { accountOf, newId, randomText } from '../ids'
import type { Decline } from '../payments/cards'
import { nulls } from './nulls'
import type { PaymentIntent } from './payment-intent'
import type { PaymentMethod } from './payment-method'

export type Charge = Omit<
  Stripe.Charge,
  'balance_transaction' | 'payment_intent' | 'payment_method' | 'payment_method_details'
> & {
  balance_transaction: string | null
  payment_intent: string
  payment_method: string
  payment_method_details: { card: Stripe.Charge.PaymentMethodDetails.Card; type: 'card' }
}

/** The whole amount taken, or what is left of an attempt that was declined. `created` in seconds. */
export function createCharge(
  intent: PaymentIntent,
  method: PaymentMethod,
  authenticated: boolean,
  created: number,
  decline?: Decline,
): Charge {
  const paid = decline === undefined
  return {
    id: newId('ch', accountOf(intent.id)),
    object: 'charge',
    ...nulls('application application_fee application_fee_amount balance_transaction'),
    ...nulls('customer failure_balance_transaction on_behalf_of receipt_number'),
    ...nulls('receipt_url review shipping source'),
    ...nulls('source_transfer statement_descriptor statement_descriptor_suffix transfer_data'),
    ...nulls('transfer_group'),
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'CARD SANDBOX',
    captured: paid,
    created,
    currency: intent.currency,
    description: intent.description,
    disputed: false,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    outcome: outcomeOf(decline),
    paid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      card: cardDetails(intent, method, authenticated, paid),
      type: 'card',
    },
    receipt_email: intent.receipt_email,
    refunded: false,
    status: paid ? 'succeeded' : 'failed',
  }
}

function outcomeOf(decline: Decline | undefined): Stripe.Charge.Outcome {
  const blocked = decline?.decline_code === 'fraudulent'
  const declined = blocked ? 'not_sent_to_network' : 'declined_by_network'
  return {
    advice_code: decline?.advice_code ?? null,
    network_advice_code: null,
    network_decline_code: decline?.network_decline_code ?? null,
    network_status: decline ? declined : 'approved_by_network',
    reason: blocked ? 'highest_risk_level' : (decline?.decline_code ?? null),
    risk_level: blocked ? 'highest' : 'normal',
    risk_score: 12,
    seller_message: decline
      ? `The bank returned the decline code \`${decline.decline_code}\`.`
      : 'Payment complete.',
    type: decline ? (blocked ? 'blocked' : 'issuer_declined') : 'authorized',
  }
}

function cardDetails(
  { amount }: PaymentIntent,
  { card }: PaymentMethod,
  authenticated: boolean,
  paid: boolean,
): Stripe.Charge.PaymentMethodDetails.Card {
  const { checks, display_brand, generated_from, networks, three_d_secure_usage, ...facts } = card
  const cvcCheck = checks?.cvc_check ? (paid ? 'pass' : 'fail') : null
  return {
    ...facts,
    amount_authorized: paid ? amount : null,
    authorization_code: paid ? randomText(6).toUpperCase() : null,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: cvcCheck },
    electronic_commerce_indicator: null,
    installments: null,
    mandate: null,
    network: display_brand,
    network_transaction_id: randomText(15),
    three_d_secure: authenticated
      ? {
          authentication_flow: 'challenge',
          electronic_commerce_indicator: '05',
          exemption_indicator: null,
          exemption_indicator_applied: false,
          result: 'authenticated',
          result_reason: null,
          transaction_id: randomText(20),
          version: '2.2.0',
        }
      : null,
    transaction_link_id: null,
    wallet: null,
  }
}
