import { type Decline, declines } from './declines'

export type { Decline }

/** Refunds that stay pending first, that fail after they have succeeded, or both. */
export type RefundCourse = 'pending' | 'fails' | 'pending_fails'

/** What the bank does with a card. */
export type Outcome =
  | { kind: 'succeeds'; disputed?: boolean; refunds?: RefundCourse }
  | { kind: 'declines'; decline: Decline }
  | { kind: 'asks'; by: 'challenge' | 'redirect'; afterwards: Outcome }
  | { kind: 'waits'; afterwards: Outcome }

export interface TestCard {
  outcome: Outcome
  country: string
  /** The name under which a secret key may use it, where the provider gives it one. */
  paymentMethod: string | undefined
}

const succeeds: Outcome = { kind: 'succeeds' }
const declined = (decline: Decline): Outcome => ({ kind: 'declines', decline })
const challenged = (afterwards: Outcome): Outcome => ({ kind: 'asks', by: 'challenge', afterwards })
const waiting = (afterwards: Outcome): Outcome => ({ kind: 'waits', afterwards })
const card = (outcome: Outcome, paymentMethod?: string, country = 'US'): TestCard => ({
  outcome,
  country,
  paymentMethod: paymentMethod && `pm_card_${paymentMethod}`,
})

/**
 * The provider's documented test cards (docs.stripe.com/testing), and below them the ones only this
 * sandbox has, all beginning with 4000009 so that they cannot be mistaken for documented ones.
 */
export const testCards: Readonly<Record<string, TestCard>> = {
  '4242424242424242': card(succeeds, 'visa'),
  '4000056655665556': card(succeeds, 'visa_debit'),
  '5555555555554444': card(succeeds, 'mastercard'),
  '2223003122003222': card(succeeds),
  '5200828282828210': card(succeeds, 'mastercard_debit'),
  '378282246310005': card(succeeds, 'amex'),
  '6011111111111117': card(succeeds, 'discover'),

  '4000000000000002': card(declined(declines.generic), 'visa_chargeDeclined'),
  '4000000000009995': card(
    declined(declines.insufficientFunds),
    'visa_chargeDeclinedInsufficientFunds',
  ),
  '4000000000009987': card(declined(declines.lost), 'visa_chargeDeclinedLostCard'),
  '4000000000009979': card(declined(declines.stolen), 'visa_chargeDeclinedStolenCard'),
  '4000000000000069': card(declined(declines.expired), 'chargeDeclinedExpiredCard'),
  '4000000000000127': card(declined(declines.incorrectCvc), 'chargeDeclinedIncorrectCvc'),
  '4000000000000119': card(declined(declines.processingError), 'chargeDeclinedProcessingError'),
  '4000000000006975': card(declined(declines.velocity), 'visa_chargeDeclinedVelocityLimitExceeded'),
  '4100000000000019': card(declined(declines.fraudulent), 'radarBlock'),
  '4000000000000341': card(declined(declines.generic), 'chargeCustomerFail'),

  '4000000000003220': card(challenged(succeeds), 'threeDSecure2Required'),
  '4000002500003155': card(challenged(succeeds), 'authenticationRequiredOnSetup'),
  '4000002760003184': card(challenged(succeeds), 'authenticationRequired'),
  '4000008400001629': card(
    challenged(declined(declines.generic)),
    'threeDSecureRequiredChargeDeclined',
  ),
  '4000008260003178': card(
    challenged(declined(declines.insufficientFunds)),
    'authenticationRequiredChargeDeclinedInsufficientFunds',
  ),
  '4000008400001280': card(declined(declines.generic), 'threeDSecureRequiredProcessingError'),
  '4000000000003055': card(succeeds, 'threeDSecureOptional'),
  '4000000000003097': card(succeeds, 'threeDSecureOptionalProcessingError'),
  '4000000032200000': card(succeeds),

  '4000000000000259': card({ kind: 'succeeds', disputed: true }, 'createDispute'),
  '4000000000000077': card(succeeds, 'bypassPending'),
  '4000000000007726': card({ kind: 'succeeds', refunds: 'pending' }, 'pendingRefund'),
  '4000000000005126': card({ kind: 'succeeds', refunds: 'fails' }, 'refundFail'),

  '4000009000000003': card({ kind: 'asks', by: 'redirect', afterwards: succeeds }),
  '4000009000000011': card(waiting(succeeds)),
  '4000009000000029': card(waiting(declined(declines.generic))),
  '4000009000000037': card(declined(declines.doNotHonor)),
  '4000009000000045': card(declined(declines.notPermitted)),
  '4000009000000052': card(declined(declines.notSupported)),
  '4000009000000060': card(declined(declines.currency)),
  '4000009000000078': card(succeeds, undefined, 'UA'),
}

/** The number behind one of the provider's ready-made test payment methods. */
export function numberOfPaymentMethod(id: string): string | undefined {
  return Object.keys(testCards).find(number => testCards[number]?.paymentMethod === id)
}

/** A number that is no test card is declined, as in test mode. */
export function testCardOf(number: string): TestCard {
  return testCards[number] ?? card(declined(declines.notATestCard))
}

/** The check digit every card number ends with (ISO/IEC 7812). */
export function hasValidCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return digits.length >= 12 && sum % 10 === 0
}

const brands: readonly (readonly [RegExp, string])[] = [
  [/^3[47]/, 'amex'],
  [/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, 'mastercard'],
  [/^(6011|65|64[4-9])/, 'discover'],
  [/^4/, 'visa'],
]

export function brandOf(number: string): string {
  return brands.find(([pattern]) => pattern.test(number))?.[1] ?? 'unknown'
}
