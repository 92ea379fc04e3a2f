import { formatUah } from './format-uah'
import type { Messages } from './uk'

export const messages: Messages = {
  pageTitle: 'Light a candle in church',
  title: 'Light a candle',
  subtitle: 'Tell us whom to pray for. A candle will be lit in church on your behalf.',
  languages: 'Language',
  testPayments: 'Test payments',

  forWhom: 'For whom',
  forWhomExample: 'e.g. Maria and Peter',
  namesNote: 'separated by commas',
  purpose: 'Your intention',
  purposeExample: 'For health or repose of the soul',
  forHealth: 'For health',
  forRepose: 'For repose of the soul',
  email: 'Email',
  emailHint: 'Optional. We will send a photo of your candle here.',
  required: 'Required field',
  invalidEmail: 'Invalid email format',

  donation: 'Add a donation',
  donationHint:
    'A donation helps us bring your candle to the church sooner. You receive its photo by email and support our service.',
  noDonation: 'Without a donation',
  amount: 'Donation amount',
  amountUnit: 'UAH',
  customAmount: 'Other',
  customAmountLabel: 'Your amount, UAH',
  belowMinimum: 'Minimum amount 100 UAH',
  aboveMaximum: 'Maximum amount 100,000 UAH',
  notWhole: 'Please enter a whole number of UAH',
  customAmountHint: 'From 100 to 100,000 UAH',
  chooseAmount: 'Choose an amount and the card fields will appear here.',
  next: 'Next',
  nextAmount: uah => `Press “Next” to donate ${formatUah(uah, 'en')} UAH.`,
  enterAmount: 'Enter an amount and press “Next”.',
  preparingCardForm: 'Preparing the card form…',
  cardForm: 'Payment by card',
  cardFormReady: 'The card fields are ready.',
  cardLanguageNote: '',
  secureNote: 'Only the payment provider sees your card details.',

  order: 'Order a candle',
  ordering: 'Sending…',
  pay: uah => `Donate ${formatUah(uah, 'en')} UAH`,
  processing: 'Processing...',
  namesMissing: 'You have not yet said who the candle is for, or your intention.',
  stillOpen: uah =>
    `You have already begun to pay ${formatUah(uah, 'en')} UAH and the bank has not given its final answer. You can finish the same payment here: you cannot be charged twice for it.`,

  paymentUnavailable: 'Payment unavailable',
  paymentUnavailableHint: 'You can still order a candle without a donation.',
  tryAgain: 'Try again',
  trying: 'Trying…',
  orderWithoutDonation: 'Order without a donation',

  checkingTitle: 'Checking your payment',
  checkingHint: 'The bank has not confirmed the payment yet. Please wait, and do not pay again.',
  unsentTitle: uah => `${formatUah(uah, 'en')} UAH is paid, but the order is not sent yet`,
  unsentHint: 'You do not need to pay again. Please send the order once more.',
  sendAgain: 'Send again',
  sending: 'Sending your order…',

  thanks: 'Thank you!',
  done: 'Order received',
  donationThanks: uah =>
    `We have received your donation of ${formatUah(uah, 'en')} UAH and your order. Your candle will be lit in church. May your prayer be heard.`,
  orderSuccess: 'Your candle will be lit in church. May your prayer be heard.',
  paymentSuccess: 'Payment complete',
  paymentReceived: uah =>
    `We have received your donation of ${formatUah(uah, 'en')} UAH. Thank you. Your candle will be lit in church.`,
  paymentNameless: uah =>
    `We have received your donation of ${formatUah(uah, 'en')} UAH. Thank you. But for whom to light the candle did not reach us: please order it once more, without a donation this time.`,
  ok: 'OK',
  close: 'Close',

  error: 'Error',
  paymentFailed: 'Payment failed',
  notCharged: 'You were not charged.',
  outcomeUnknown:
    'We could not find out whether your earlier donation went through. Before you pay again, please check with your bank.',
  chargedOnce: 'You cannot be charged twice.',
  initFailed: 'Failed to initialize payment. Please try again.',
  paymentTooOften:
    'There have been too many attempts to pay from your network. Please try later, or order a candle without a donation.',
  orderSubmitted: 'Order submitted successfully',
  emailSent: 'Confirmation email sent',
  orderReceived: 'Your order has been received',
  orderFailed: 'Failed to submit order. Please try again.',
  orderTooOften:
    'There have been too many orders from your network. Please wait a little and try again.',
  notifications: 'Notifications',

  goBack: 'Go back to the previous page: what you wrote is kept there.',
  toTheForm: 'To the form',
  anotherCandle: 'Order another candle',
  stillLoading: 'The page is still loading. You can already order a candle without a donation.',
  cannotStart: 'The form does not work in this window.',
  openSeparately: 'Open it in its own tab',
}
