/** A refusal by the bank, as the API words it. */
export interface Decline {
  code: string
  decline_code: string
  message: string
  param?: string
  advice_code: 'try_again_later' | 'do_not_try_again' | 'confirm_card_data'
  network_decline_code: string
}

const declined = 'Your card was declined.'

/** A plain `card_declined` with one of the bank's reasons. */
function cardDeclined(declineCode: string, message = declined): Decline {
  return {
    code: 'card_declined',
    decline_code: declineCode,
    message,
    advice_code: 'try_again_later',
    network_decline_code: '05',
  }
}

/**
 * Wordings and codes as recorded answers of the real API have them (2026). Lost, stolen and
 * fraudulent read like any other decline on purpose: the payer is not to learn the reason.
 */
export const declines = {
  generic: cardDeclined('generic_decline'),
  insufficientFunds: {
    ...cardDeclined('insufficient_funds', 'Your card has insufficient funds.'),
    network_decline_code: '51',
  },
  lost: { ...cardDeclined('lost_card'), advice_code: 'do_not_try_again' },
  stolen: { ...cardDeclined('stolen_card'), advice_code: 'do_not_try_again' },
  fraudulent: { ...cardDeclined('fraudulent'), advice_code: 'do_not_try_again' },
  velocity: cardDeclined(
    'card_velocity_exceeded',
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  ),
  expired: {
    code: 'expired_card',
    decline_code: 'expired_card',
    message: 'Your card has expired.',
    param: 'exp_month',
    advice_code: 'do_not_try_again',
    network_decline_code: '54',
  },
  incorrectCvc: {
    code: 'incorrect_cvc',
    decline_code: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
    param: 'cvc',
    advice_code: 'confirm_card_data',
    network_decline_code: 'N7',
  },
  processingError: {
    code: 'processing_error',
    decline_code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
    advice_code: 'try_again_later',
    network_decline_code: '06',
  },
  doNotHonor: cardDeclined('do_not_honor'),
  notPermitted: cardDeclined(
    'transaction_not_allowed',
    'Your card does not support this type of purchase.',
  ),
  notSupported: cardDeclined('card_not_supported', 'Your card is not supported.'),
  currency: cardDeclined('currency_not_supported'),
  authenticationRequired: {
    ...cardDeclined(
      'authentication_required',
      'Your card was declined. This transaction requires authentication.',
    ),
    code: 'authentication_required',
  },
  notATestCard: cardDeclined(
    'test_mode_live_card',
    'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
  ),
} as const satisfies Record<string, Decline>
