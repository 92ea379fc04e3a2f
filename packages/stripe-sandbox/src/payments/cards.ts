/** A bank's refusal, as the API words it. */
export interface Decline {
  code: string
  decline_code: string
  message: string
  param?: string
  advice_code: 'try_again_later' | 'do_not_try_again' | 'confirm_card_data'
  network_decline_code: string
}

/** A plain `card_declined` with one of the bank's reasons. */
function cardDeclined(decline_code: string, change: Partial<Decline> = {}): Decline {
  return {
    code: 'card_declined',
    decline_code,
    message: 'Your card was declined.',
    advice_code: 'try_again_later',
    network_decline_code: '05',
    ...change,
  }
}

const final = { advice_code: 'do_not_try_again' } as const

/**
 * Texts and codes as in recorded answers of the real API (2026). Lost, stolen and fraudulent read
 * like any other decline on purpose: the payer is not to learn the reason.
 */
export const declines = {
  generic: cardDeclined('generic_decline'),
  insufficientFunds: cardDeclined('insufficient_funds', {
    message: 'Your card has insufficient funds.',
    network_decline_code: '51',
  }),
  lost: cardDeclined('lost_card', final),
  stolen: cardDeclined('stolen_card', final),
  fraudulent: cardDeclined('fraudulent', final),
  velocity: cardDeclined('card_velocity_exceeded', {
    message:
      'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  }),
  expired: cardDeclined('expired_card', {
    ...final,
    code: 'expired_card',
    message: 'Your card has expired.',
    param: 'exp_month',
    network_decline_code: '54',
  }),
  incorrectCvc: cardDeclined('incorrect_cvc', {
    code: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
    param: 'cvc',
    advice_code: 'confirm_card_data',
    network_decline_code: 'N7',
  }),
  processingError: cardDeclined('processing_error', {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
    network_decline_code: '06',
  }),
  doNotHonor: cardDeclined('do_not_honor'),
  notPermitted: cardDeclined('transaction_not_allowed', {
    message: 'Your card does not support this type of purchase.',
  }),
  notSupported: cardDeclined('card_not_supported', { message: 'Your card is not supported.' }),
  currency: cardDeclined('currency_not_supported'),
  authenticationRequired: cardDeclined('authentication_required', {
    code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  }),
  notATestCard: cardDeclined('test_mode_live_card', {
    message:
      'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
  }),
} as const satisfies Record<string, Decline>

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
  '5555555555554444': card(succeeds, 'mastercard'),
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

  '4000000000000259': card({ kind: 'succeeds', disputed: true }, 'createDispute'),
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
