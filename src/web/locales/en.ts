import type { RawMessages } from './uk'

export const messages: RawMessages = {
  pageTitle: 'Light a candle in church',
  title: 'Light a candle',
  subtitle: 'Write the names, and a candle will be lit in church.',
  languages: 'Language',
  testPayments: 'Test payments',

  forWhom: 'For whom',
  forWhomExample: 'Maria, Peter',
  namesNote: 'names are not published',
  purpose: 'Your intention',
  purposeExample: 'or in your own words',
  readyWords: 'Suggestions',
  email: 'Email',
  emailNote: 'optional',
  required: 'Required field',
  tooLong: count => `Too long: please remove the extra characters (${count}), or place two orders.`,
  invalidEmail: 'Invalid email format',

  donation: 'Add a donation',
  donationHint: 'Your candle is lit sooner, you get its photo by email and support the church.',
  amount: 'Amount, UAH',
  cardNext: 'then pay by card',
  stillLoading: 'still loading…',
  customAmount: 'Other',
  preparingCardForm: 'Preparing the card form…',
  cardForm: 'Pay by card',
  cardFormReady: 'The card fields are ready.',
  cardCaptions: '',

  order: 'Order a candle',
  ordering: 'Sending…',
  processing: 'Processing...',

  paymentUnavailable: 'Payment unavailable',
  paymentUnavailableHint: 'You can still order a candle without a donation.',
  tryAgain: 'Try again',
  trying: 'Trying…',
  orderWithoutDonation: 'Order without a donation',
  donateHere: 'You can donate here',

  checkingTitle: 'Checking your payment',
  checkingHint:
    'The bank has not confirmed the payment yet; we check every few seconds. Please wait, and do not pay again. You may close this page: if the money is taken, the church will know.',

  orderFailed: 'Failed to submit order. Please try again.',
}
