import { createHash } from 'node:crypto'
import type * as v from 'valibot'
import { findOwn } from '../api/answers'
import type { ApiCall } from '../api/endpoint'
import { ApiError } from '../api/errors'
import type { PaymentMethodData } from '../api/parameters'
import { newId } from '../ids'
import type { PaymentIntent, PaymentMethod } from '../records'
import { each, nulls } from '../words'
import { brandOf, hasValidCheckDigit } from './card-number'
import { numberOfPaymentMethod } from './cards'

type CardInput = Omit<v.InferOutput<typeof PaymentMethodData>, 'type'>

type Caller = Pick<ApiCall<unknown>, 'sandbox' | 'account'>

/** Finds a stored payment method, or one of the provider's ready-made ones (`pm_card_visa`). */
export function findPaymentMethod(
  caller: Caller,
  id: string | null | undefined,
): PaymentMethod | undefined {
  if (!id) return undefined
  const number = numberOfPaymentMethod(id)
  const exp_year = new Date(caller.sandbox.clock.now()).getUTCFullYear() + 3
  if (number) return saveMethod(caller, { card: { number, exp_month: 12, exp_year } })
  return findOwn(caller, 'payment_method', id, 'payment_method', 'PaymentMethod')
}

export function saveCard(
  caller: Caller,
  { card, ...details }: CardInput,
  payment_intent: Partial<PaymentIntent>,
): PaymentMethod {
  const { number, exp_month: month, exp_year: typedYear, cvc } = card
  const year = typedYear < 100 ? 2000 + typedYear : typedYear
  const now = new Date(caller.sandbox.clock.now())
  const [thisYear, thisMonth] = [now.getUTCFullYear(), now.getUTCMonth() + 1]
  const isPast = year < thisYear || (year === thisYear && month < thisMonth)
  const cvcPattern = brandOf(number) === 'amex' ? /^\d{4}$/ : /^\d{3}$/
  const reject = (code: string, what: string, param: string) =>
    new ApiError(402, {
      type: 'card_error',
      code,
      message: `Your card${what}`,
      param,
      payment_intent,
    })
  if (!hasValidCheckDigit(number))
    throw reject('incorrect_number', ' number is incorrect.', 'number')
  if (month < 1 || month > 12)
    throw reject('invalid_expiry_month', "'s expiration month is invalid.", 'exp_month')
  if (isPast || year > thisYear + 50)
    throw reject('invalid_expiry_year', "'s expiration year is invalid.", 'exp_year')
  if (cvc !== undefined && !cvcPattern.test(cvc))
    throw reject('invalid_cvc', "'s security code is invalid.", 'cvc')
  return saveMethod(caller, { ...details, card: { ...card, exp_year: year } })
}

/** Saves the card as the API shows it, and its number apart from it. */
function saveMethod(
  { sandbox: { store, clock }, account }: Caller,
  { billing_details: billing = {}, card }: CardInput,
): PaymentMethod {
  const { number, cvc, exp_month, exp_year, wallet } = card
  const brand = brandOf(number)
  const noAddress = nulls('city country line1 line2 postal_code state')
  const method: PaymentMethod = {
    id: newId('pm', account),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: {
      ...nulls('email name phone tax_id'),
      ...billing,
      address: { ...noAddress, ...billing.address },
    },
    card: {
      generated_from: null,
      brand,
      checks: {
        ...nulls('address_line1_check address_postal_code_check'),
        cvc_check: cvc === undefined ? null : 'unchecked',
      },
      country: 'US',
      display_brand: brand,
      exp_month,
      exp_year,
      fingerprint: createHash('sha256').update(number).digest('base64url').slice(0, 16),
      funding: 'credit',
      last4: number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: brand !== 'amex' },
      wallet: wallet
        ? { type: wallet, dynamic_last4: number.slice(-4), ...each({}, wallet) }
        : null,
    },
    created: clock.seconds(),
    ...nulls('customer customer_account'),
    livemode: false,
    metadata: {},
    type: 'card',
  }
  store.put('payment_method', method)
  store.put('card_number', { id: method.id, number })
  return method
}
