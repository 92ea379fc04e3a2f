import type Stripe from 'stripe'
import { accountOf } from '../ids'
import type { PaymentIntent } from '../objects/payment-intent'
import {
  createPaymentMethod,
  type EnteredBilling,
  type EnteredCard,
  fullYear,
  type PaymentMethod,
} from '../objects/payment-method'
import { brandOf, hasValidCheckDigit } from '../payments/card-number'
import { numberOfPaymentMethod, testCardOf } from '../payments/cards'
import type { ApiCall } from './endpoint'
import { ApiError, noSuch } from './errors'

type Caller = Pick<ApiCall<unknown>, 'sandbox' | 'account'>

/** A payment method that exists, or one of the provider's ready-made ones (`pm_card_visa`). */
export function findPaymentMethod(
  caller: Caller,
  id: string | undefined,
): PaymentMethod | undefined {
  if (id === undefined) return undefined
  const { store, clock } = caller.sandbox
  const number = numberOfPaymentMethod(id)
  const exp_year = new Date(clock.now()).getUTCFullYear() + 3
  if (number) return saveMethod(caller, { number, exp_month: 12, exp_year }, {}, {})
  const found = store.get('payment_method', id)
  if (!found || accountOf(id) !== caller.account)
    throw noSuch('PaymentMethod', id, 'payment_method')
  return found
}

/** Saves a card that somebody typed, or throws what is wrong with it before any bank is asked. */
export function saveCard(
  caller: Caller,
  card: EnteredCard,
  billing: EnteredBilling,
  metadata: Stripe.Metadata,
  intent: Partial<PaymentIntent>,
): PaymentMethod {
  const refuse = (code: string, what: string, param: string) =>
    new ApiError(402, {
      type: 'card_error',
      code,
      message: `Your card${what}`,
      param,
      payment_intent: intent,
    })
  const now = new Date(caller.sandbox.clock.now())
  const year = fullYear(card.exp_year)
  const past = year * 12 + card.exp_month < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1
  const cvcPattern = brandOf(card.number) === 'amex' ? /^\d{4}$/ : /^\d{3}$/
  if (!hasValidCheckDigit(card.number))
    throw refuse('incorrect_number', ' number is incorrect.', 'number')
  if (card.exp_month < 1 || card.exp_month > 12)
    throw refuse('invalid_expiry_month', "'s expiration month is invalid.", 'exp_month')
  if (past || year > now.getUTCFullYear() + 50)
    throw refuse('invalid_expiry_year', "'s expiration year is invalid.", 'exp_year')
  if (card.cvc !== undefined && !cvcPattern.test(card.cvc))
    throw refuse('invalid_cvc', "'s security code is invalid.", 'cvc')
  return saveMethod(caller, card, billing, metadata)
}

/** The number is kept apart from what the API shows. */
function saveMethod(
  { sandbox: { store, clock }, account }: Caller,
  card: EnteredCard,
  billing: EnteredBilling,
  metadata: Stripe.Metadata,
): PaymentMethod {
  const known = testCardOf(card.number)
  const method = createPaymentMethod(account, clock.seconds(), card, known, billing, metadata)
  store.put('payment_method', method)
  store.put('card_number', { id: method.id, number: card.number })
  return method
}
