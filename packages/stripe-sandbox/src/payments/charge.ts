import type Stripe from 'stripe'
import { accountOf, newId, randomText } from '../ids'
import type { Charge, PaymentIntent, PaymentMethod } from '../records'
import { nulls } from '../words'
import { type Decline, declineFor, type Outcome } from './cards'

/** Creates a charge of the full amount, paid or declined. `created` is in seconds. */
export function createCharge(
  intent: PaymentIntent,
  method: PaymentMethod,
  { declines }: Outcome,
  created: number,
): Charge {
  const decline = declines && declineFor(declines)
  const paid = decline === undefined
  return {
    id: newId('ch', accountOf(intent.id)),
    object: 'charge',
    ...nulls(
      'application application_fee application_fee_amount balance_transaction customer',
      'failure_balance_transaction on_behalf_of receipt_number review shipping source',
      'source_transfer transfer_data',
    ),
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
    outcome: describeOutcome(decline),
    paid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      card: cardDetails(intent, method, paid),
      type: 'card',
    },
    receipt_email: intent.receipt_email,
    receipt_url: paid ? `https://pay.stripe.com/receipts/payment/${randomText(24)}` : null,
    refunded: false,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    transfer_group: intent.transfer_group,
    status: paid ? 'succeeded' : 'failed',
  }
}

function describeOutcome(decline: Decline | undefined): Stripe.Charge.Outcome {
  return {
    advice_code: decline?.advice_code ?? null,
    network_advice_code: null,
    network_decline_code: decline?.network_decline_code ?? null,
    network_status: decline ? 'declined_by_network' : 'approved_by_network',
    reason: decline?.decline_code ?? null,
    risk_level: 'normal',
    risk_score: 12,
    seller_message: decline
      ? `The bank returned the decline code \`${decline.decline_code}\`.`
      : 'Payment complete.',
    type: decline ? 'issuer_declined' : 'authorized',
  }
}

function cardDetails(
  { amount }: PaymentIntent,
  { card }: PaymentMethod,
  paid: boolean,
): Stripe.Charge.PaymentMethodDetails.Card {
  const {
    checks,
    display_brand,
    generated_from,
    networks,
    three_d_secure_usage,
    wallet,
    ...facts
  } = card
  const { link, ...walletFacts } = wallet ?? { type: null }
  const cvcCheck = checks?.cvc_check ? (paid ? 'pass' : 'fail') : null
  return {
    ...facts,
    amount_authorized: paid ? amount : null,
    authorization_code: paid ? randomText(6).toUpperCase() : null,
    ...nulls(
      'electronic_commerce_indicator installments mandate three_d_secure transaction_link_id',
    ),
    checks: {
      ...nulls('address_line1_check address_postal_code_check'),
      cvc_check: cvcCheck,
    },
    network: display_brand,
    network_transaction_id: randomText(15),
    wallet: walletFacts.type === null ? null : walletFacts,
  }
}
