import type { Sandbox } from '../sandbox'

/** A bank's decline, as the API words it. */
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
 * How each reason differs from a plain `card_declined`: texts and codes as in recorded answers of
 * the real API (2026). Lost, stolen and fraudulent read like any other decline, to hide the reason
 * from the payer.
 */
const reasons = {
  generic_decline: {},
  insufficient_funds: { message: 'Your card has insufficient funds.', network_decline_code: '51' },
  lost_card: final,
  stolen_card: final,
  fraudulent: final,
  do_not_honor: {},
  transaction_not_allowed: { message: 'Your card does not support this type of purchase.' },
  card_not_supported: { message: 'Your card is not supported.' },
  currency_not_supported: {},
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

/** What the bank does with a card; empty: it pays. */
export interface Outcome {
  /** The challenge before the decision. */
  asks?: 'challenge' | 'captcha' | 'redirect'
  /** The payment is `processing` first. */
  waits?: true
  declines?: DeclineCode
  dispute?: 'fraudulent' | 'product_not_received' | 'inquiry'
  /** Refunds stay pending first, fail after they have succeeded, or both. */
  refunds?: 'pending' | 'fails' | 'pending_fails' | undefined
  risk?: 'elevated'
}

export interface TestCard {
  outcome: Outcome
  country: string
  funding: 'credit' | 'debit' | 'prepaid'
  /** The name under which a secret key may use it, where the provider gives it one. */
  paymentMethod: string | undefined
}

/**
 * The provider's documented test cards (docs.stripe.com/testing): numbers, and after each the name
 * of its ready-made payment method, `pm_card_…`. Below them the ones that only this sandbox has, all
 * beginning with 4000009 so that they cannot be mistaken for documented ones.
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
  [{ risk: 'elevated' }, '4000000000009235 riskLevelElevated'],

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
  [{ asks: 'captcha' }, '4000000000001208, 4000000000003725'],

  [{ dispute: 'fraudulent' }, '4000000000000259 createDispute'],
  [{ dispute: 'product_not_received' }, '4000000000002685 createDisputeProductNotReceived'],
  [{ dispute: 'inquiry' }, '4000000000001976 createDisputeInquiry'],
  [{ refunds: 'pending' }, '4000000000007726 pendingRefund'],
  [{ refunds: 'fails' }, '4000000000005126 refundFail'],

  [{ asks: 'redirect' }, '4000009000000003'],
  [{ waits: true }, '4000009000000011'],
  [{ waits: true, declines: 'generic_decline' }, '4000009000000029'],
  [{ declines: 'do_not_honor' }, '4000009000000037'],
  [{ declines: 'transaction_not_allowed' }, '4000009000000045'],
  [{ declines: 'card_not_supported' }, '4000009000000052'],
  [{ declines: 'currency_not_supported' }, '4000009000000060'],
]

/** Documented cards of other countries, `pm_card_ar` and so on; the last is only the sandbox's. */
const byCountry = `AR 4000000320000021, BR 4000000760000002, CA 4000001240000000, CL 4000001520000001,
CO 4000001700000003, CR 4000001880000005, EC 4000002180000000, MX 4000004840008001,
PA 4000005910000000, PY 4000006000000066, PE 4000006040000068, UY 4000008580000003,
AE 4000007840000001, AT 4000000400000008, BE 4000000560000004, BG 4000001000000000,
BY 4000001120000005, HR 4000001910000009, CY 4000001960000008, CZ 4000002030000002,
DK 4000002080000001, EE 4000002330000009, FI 4000002460000001, FR 4000002500000003,
DE 4000002760000016, GI 4000002920000005, GR 4000003000000030, HU 4000003480000005,
IE 4000003720000005, IT 4000003800000008, LV 4000004280000005, LI 4000004380000004,
LT 4000004400000000, LU 4000004420000006, MT 4000004700000007, NL 4000005280000002,
NO 4000005780000007, PL 4000006160000005, PT 4000006200000007, RO 4000006420000001,
SA 4000006820000007, SI 4000007050000006, SK 4000007030000001, ES 4000007240000007,
SE 4000007520000008, CH 4000007560000009, GB 4000008260000000, AU 4000000360000006,
CN 4000001560000002, HK 4000003440000004, IN 4000003560000008, JP 4000003920000003,
MY 4000004580000002, NZ 4000005540000008, SG 4000007020000003, TW 4000001580000008,
TH 4000007640000003, UA 4000009000000078`

export const testCards: ReadonlyMap<string, TestCard> = new Map<string, TestCard>([
  ...byOutcome.flatMap(([outcome, cards]) =>
    cards.split(', ').map(text => {
      const [number = '', name = ''] = text.split(' ')
      const country = name === 'jcb' ? 'JP' : number.startsWith('62') ? 'CN' : 'US'
      const funding = (['debit', 'prepaid'] as const).find(one => name.endsWith(one)) ?? 'credit'
      return [
        number,
        { outcome, country, funding, paymentMethod: name && `pm_card_${name}` },
      ] as const
    }),
  ),
  ...byCountry.split(/,\s/).map(text => {
    const [country = '', number = ''] = text.split(' ')
    const paymentMethod = `pm_card_${country.toLowerCase()}`
    return [number, { outcome: {}, country, funding: 'credit', paymentMethod }] as const
  }),
])

/** The number behind one of the provider's ready-made test payment methods. */
export function numberOfPaymentMethod(id: string): string | undefined {
  return id === '' ? undefined : [...testCards].find(([, card]) => card.paymentMethod === id)?.[0]
}

/** A number that is no test card is declined, as in test mode. */
export function testCardOf(number: string): TestCard {
  const unknown = { country: 'US', funding: 'credit', paymentMethod: undefined } as const
  return testCards.get(number) ?? { outcome: { declines: 'test_mode_live_card' }, ...unknown }
}

/** By the card behind a payment method. */
export function outcomeOf({ store }: Sandbox, method: string): Outcome {
  return testCardOf(store.get('card_number', method)?.number ?? '').outcome
}
