import { brandOf, fingerprintOf, hasValidCheckDigit } from '../cards/card-number'
import { testCardOf } from '../cards/test-cards'
import { type Address, type BillingDetails, type Metadata, noAddress } from '../objects/card'
import type { Account } from '../objects/new-id'
import type { PaymentError } from '../objects/payment-error'
import { newPaymentMethod, type PaymentMethod } from '../objects/payment-method'
import type { Sandbox } from '../sandbox'

/** A card as somebody typed it. Never stored whole outside the note of its payment method. */
export interface EnteredCard {
  number: string
  exp_month: number
  /** Two digits or four. */
  exp_year: number
  cvc?: string
}

const noBilling: BillingDetails = {
  address: noAddress,
  email: null,
  name: null,
  phone: null,
  tax_id: null,
}

/** What somebody says of the card's holder; what is not said stays null. */
export type EnteredBilling = Partial<Omit<BillingDetails, 'address'>> & {
  address?: Partial<Address>
}

/** What is wrong with the card before any bank is asked. */
export function cardFault(card: EnteredCard, now: Date): PaymentError | undefined {
  const year = fullYear(card.exp_year)
  const past = year * 12 + card.exp_month < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1
  const cvcLength = brandOf(card.number) === 'amex' ? 4 : 3
  if (!hasValidCheckDigit(card.number))
    return cardError('incorrect_number', 'Your card number is incorrect.', 'number')
  if (card.exp_month < 1 || card.exp_month > 12)
    return cardError(
      'invalid_expiry_month',
      "Your card's expiration month is invalid.",
      'exp_month',
    )
  if (past || year > now.getUTCFullYear() + 50)
    return cardError('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year')
  if (card.cvc !== undefined && !/^\d+$/.test(card.cvc))
    return cardError('invalid_cvc', "Your card's security code is invalid.", 'cvc')
  if (card.cvc !== undefined && card.cvc.length !== cvcLength)
    return cardError('invalid_cvc', "Your card's security code is invalid.", 'cvc')
  return undefined
}

/** Keeps the card as a payment method; only its note knows the number. */
export function keepCard(
  { store, clock }: Sandbox,
  account: Account,
  card: EnteredCard,
  billing: EnteredBilling = {},
  metadata: Metadata = {},
): PaymentMethod {
  const { outcome, country } = testCardOf(card.number)
  const brand = brandOf(card.number)
  const method = newPaymentMethod(
    account,
    clock.seconds(),
    {
      brand,
      country,
      exp_month: card.exp_month,
      exp_year: fullYear(card.exp_year),
      fingerprint: fingerprintOf(card.number),
      funding: 'credit',
      last4: card.number.slice(-4),
      supports3ds: brand !== 'amex' || outcome.kind === 'asks',
      hasCvc: card.cvc !== undefined,
    },
    { ...noBilling, ...billing, address: { ...noAddress, ...billing.address } },
    metadata,
  )
  store.objects.add(method, undefined, card.number)
  return method
}

function fullYear(year: number): number {
  return year < 100 ? 2000 + year : year
}

function cardError(code: string, message: string, param: string): PaymentError {
  return { type: 'card_error', code, message, param }
}
