import type { RawMessages } from './uk'

export const messages: RawMessages = {
  pageTitle: 'Light a candle in church',
  title: 'Light a candle',
  subtitle: 'Tell us whom to pray for, and a candle will be lit in church.',
  languages: 'Language',
  testPayments: 'Test payments',

  forWhom: 'For whom',
  forWhomExample: 'Maria, Peter',
  namesNote: 'names, with commas',
  purpose: 'Your intention',
  purposeExample: 'or in your own words',
  forHealth: 'For health',
  forRepose: 'For the departed',
  email: 'Email',
  emailHint: 'Optional. We’ll send the photo here.',
  required: 'Required field',
  invalidEmail: 'Invalid email format',

  donation: 'Add a donation',
  donationHint:
    'Your candle reaches the church sooner, you get its photo, and you support our work.',
  amount: 'Donation amount',
  amountUnit: 'UAH',
  customAmount: 'Other',
  chooseAmount: 'Choose an amount, and you can pay by card here.',
  enterAmount: 'Enter an amount and press “Next”.',
  preparingCardForm: 'Preparing the card form…',
  cardForm: 'Payment by card',
  cardFormReady: 'The card fields are ready.',
  cardCaptions: '',
  secureNote: 'Only the payment provider sees your card details.',

  order: 'Order a candle',
  ordering: 'Sending…',
  processing: 'Processing...',
  namesMissing: 'You have not yet said who the candle is for, or your intention.',
  fillIn: 'Fill it in',

  paymentUnavailable: 'Payment unavailable',
  paymentUnavailableHint: 'You can still order a candle without a donation.',
  tryAgain: 'Try again',
  trying: 'Trying…',
  orderWithoutDonation: 'Order without a donation',

  checkingTitle: 'Checking your payment',
  checkingHint: 'The bank has not confirmed the payment yet. Please wait, and do not pay again.',
  sending: 'Sending your order…',

  orderFailed: 'Failed to submit order. Please try again.',
}
