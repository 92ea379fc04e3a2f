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
