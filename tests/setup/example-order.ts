import type { CandleOrderPayload } from '../../src/shared/candle-order'

export const exampleWords = {
  name: 'Mary',
  email: null,
  purpose: 'peace',
  donationAmount: '300',
  prefersDonation: true,
  language: 'en',
  userAgent: '',
  referrer: '',
  browserLanguage: '',
  ipAddress: '',
} satisfies CandleOrderPayload

/** A donation on which Pay was clicked, and of which nothing more is known. */
export const exampleDonation = {
  clientSecret: 'pi_12345678abc_secret_xyz',
  uah: 300,
  words: exampleWords,
}
