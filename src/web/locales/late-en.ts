import { formatUah } from './format-uah'
import type { LateMessages } from './late-uk'

export const messages: LateMessages = {
  stillOpen: uah =>
    `You have already begun to pay ${formatUah(uah, 'en')} UAH and the bank has not given its final answer. You can finish the same payment here: you cannot be charged twice for it.`,
  pay: uah => `Donate ${formatUah(uah, 'en')} UAH`,
  close: 'Close',
  error: 'Error',
  unsentTitle: uah => `${formatUah(uah, 'en')} UAH is paid, but the order is not sent yet`,
  unsentHint: 'You do not need to pay again. Please send the order once more.',
  sendAgain: 'Send again',
  thanks: 'Thank you!',
  done: 'Order received',
  donationThanks: uah => `We have received your donation of ${formatUah(uah, 'en')} UAH.`,
  donationNameless: uah =>
    `We have received your donation of ${formatUah(uah, 'en')} UAH. Thank you. You did not say who the candle is for: please order it here, without a donation this time.`,
  donationPurposeless: uah =>
    `We have received your donation of ${formatUah(uah, 'en')} UAH. Thank you. You did not say what the candle is for: please order it here, without a donation this time.`,
  candleLit: 'Your candle will be lit in church.',
  photoTo: 'We’ll email the photo to',
  blessing: 'May your prayer be heard.',
  paymentSuccess: 'Payment complete',
  paymentReceived: uah =>
    `We have received your donation of ${formatUah(uah, 'en')} UAH. Thank you.`,
  paymentNameless: uah =>
    `We have received your donation of ${formatUah(uah, 'en')} UAH. Thank you. But for whom to light the candle did not reach us: please order it once more, without a donation this time.`,
  ok: 'OK',
  paymentFailed: 'Payment failed',
  notCharged: 'You were not charged.',
  outcomeUnknown:
    'We could not find out whether your earlier donation went through. Before you pay again, please check with your bank.',
  initFailed: 'Failed to initialize payment. Please try again.',
  paymentTooOften:
    'There have been too many attempts to pay from your network. Please try later, or order a candle without a donation.',
  chargedOnce: 'You cannot be charged twice.',
  orderSubmitted: 'Order submitted successfully',
  emailSent: 'Confirmation email sent',
  orderReceived: 'Your order has been received',
  notifications: 'Notifications',
  goBack: 'Go back to the previous page: what you wrote is kept there.',
  toTheForm: 'To the form',
  anotherCandle: 'Order another candle',
  stillLoading: 'The page is still loading. You can already order a candle without a donation.',
  cannotStart: 'The form does not work in this window.',
  openSeparately: 'Open it in its own tab',
}
