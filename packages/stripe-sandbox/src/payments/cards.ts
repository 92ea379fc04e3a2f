import type { Sandbox } from '../sandbox'

export interface Decline {
  code: string
  decline_code: string
  message: string
  param?: string
  advice_code: 'try_again_later' | 'do_not_try_again' | 'confirm_card_data'
  network_decline_code: string
}

const plain = {
  code: 'card_declined',
  message: 'Your card was declined.',
  advice_code: 'try_again_later',
  network_decline_code: '05',
} as const
const final = { advice_code: 'do_not_try_again' } as const

/**
 * How each reason differs from a plain `card_declined`. Texts and codes are those of recorded answers of
 * the real API (2026). Lost, stolen and fraudulent cards have the text of any other decline, which hides
 * the reason from the payer.
 */
const reasons = {
  generic_decline: {},
  insufficient_funds: { message: 'Your card has insufficient funds.', network_decline_code: '51' },
  lost_card: final,
  stolen_card: final,
  fraudulent: final,
  card_velocity_exceeded: {
    message:
      'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  },
  expired_card: {
    ...final,
    code: 'expired_card',
    message: 'Your card has expired.',
    param: 'exp_month',
    network_decline_code: '54',
  },
  incorrect_cvc: {
    code: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
    param: 'cvc',
    advice_code: 'confirm_card_data',
    network_decline_code: 'N7',
  },
  processing_error: {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
    network_decline_code: '06',
  },
  test_mode_live_card: {
    message:
      'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
  },
} satisfies Record<string, Partial<Decline>>

export type DeclineCode = keyof typeof reasons

export function declineFor(decline_code: DeclineCode): Decline {
  return { decline_code, ...plain, ...reasons[decline_code] }
}

/** What the bank does with a card. If the object is empty, the bank pays. */
export interface Outcome {
  asks?: 'challenge' | 'redirect'
  /** True if the payment is `processing` first. */
  waits?: true
  declines?: DeclineCode
  dispute?: 'fraudulent' | 'product_not_received' | 'inquiry'
  /** Refunds are pending first, fail after they have succeeded, or both. */
  refunds?: 'pending' | 'fails' | 'pending_fails' | undefined
}

export interface TestCard {
  outcome: Outcome
  /** A caller with a secret key may use the card by this name, if the provider has one for it. */
  paymentMethod: string | undefined
}

/**
 * The provider's documented test cards (docs.stripe.com/testing). Each number is followed by the name of
 * its ready-made payment method, `pm_card_…`. The cards below them exist only in this sandbox. Their
 * numbers begin with 4000009, so that nobody mistakes them for documented ones.
 */
const byOutcome: readonly (readonly [Outcome, string])[] = [
  [{}, '4242424242424242 visa, 4000056655665556 visa_debit, 5555555555554444 mastercard'],
  [{}, '5200828282828210 mastercard_debit, 5105105105105100 mastercard_prepaid'],
  [{}, '2223003122003222, 378282246310005 amex, 371449635398431, 6011111111111117 discover'],
  [{}, '6011000990139424, 6011981111111113, 3056930009020004 diners, 3566002020360505 jcb'],
  [{}, '6200000000000005 unionpay, 6200000000000047, 4000000000000077 bypassPending'],
  [{}, '4000000000003055 threeDSecureOptional, 4000000000003097, 4000000032200000'],

  [{ declines: 'generic_decline' }, '4000000000000002 visa_chargeDeclined, 4000000000000341'],
  [{ declines: 'generic_decline' }, '4000008400001280 threeDSecureRequiredProcessingError'],
  [{ declines: 'insufficient_funds' }, '4000000000009995 visa_chargeDeclinedInsufficientFunds'],
  [{ declines: 'lost_card' }, '4000000000009987 visa_chargeDeclinedLostCard'],
  [{ declines: 'stolen_card' }, '4000000000009979 visa_chargeDeclinedStolenCard'],
  [{ declines: 'expired_card' }, '4000000000000069 chargeDeclinedExpiredCard'],
  [{ declines: 'incorrect_cvc' }, '4000000000000127 chargeDeclinedIncorrectCvc'],
  [{ declines: 'processing_error' }, '4000000000000119 chargeDeclinedProcessingError'],
  [
    { declines: 'card_velocity_exceeded' },
    '4000000000006975 visa_chargeDeclinedVelocityLimitExceeded',
  ],
  [{ declines: 'fraudulent' }, '4100000000000019 radarBlock, 4000000000004954 riskLevelHighest'],

  [{ asks: 'challenge' }, '4000000000003220 threeDSecure2Required'],
  [{ asks: 'challenge' }, '4000002760003184 authenticationRequired'],
  [{ asks: 'challenge' }, '4000002500003155 authenticationRequiredOnSetup'],
  [
    { asks: 'challenge', declines: 'generic_decline' },
    '4000008400001629 threeDSecureRequiredChargeDeclined',
  ],
  [
    { asks: 'challenge', declines: 'insufficient_funds' },
    '4000008260003178 authenticationRequiredChargeDeclinedInsufficientFunds',
  ],

  [{ dispute: 'fraudulent' }, '4000000000000259 createDispute'],
  [{ dispute: 'product_not_received' }, '4000000000002685 createDisputeProductNotReceived'],
  [{ dispute: 'inquiry' }, '4000000000001976 createDisputeInquiry'],
  [{ refunds: 'pending' }, '4000000000007726 pendingRefund'],
  [{ refunds: 'fails' }, '4000000000005126 refundFail'],

  [{ asks: 'redirect' }, '4000009000000003'],
  [{ waits: true }, '4000009000000011'],
  [{ waits: true, declines: 'generic_decline' }, '4000009000000029'],
]

export const testCards: ReadonlyMap<string, TestCard> = new Map(
  byOutcome.flatMap(([outcome, cards]) =>
    cards.split(', ').map((text): [string, TestCard] => {
      const [number = '', name] = text.split(' ')
      return [number, { outcome, paymentMethod: name && `pm_card_${name}` }]
    }),
  ),
)

export function numberOfPaymentMethod(id: string): string | undefined {
  return [...testCards].find(([, card]) => card.paymentMethod === id)?.[0]
}

/**
 * Returns what happens to the card behind a payment method. As in test mode, a number that is no test card
 * is declined.
 */
export function outcomeOf({ store }: Sandbox, method: string): Outcome {
  const number = store.get('card_number', method)?.number ?? ''
  return testCards.get(number)?.outcome ?? { declines: 'test_mode_live_card' }
}
