import type { CandleOrderPayload } from '../../src/shared/candle-order'

/** A whole order; a test names only the field that matters to it. */
export function buildOrder(fields: Partial<CandleOrderPayload> = {}): CandleOrderPayload {
  return {
    name: 'Марія',
    email: null,
    purpose: 'За здоров’я',
    donationAmount: '',
    prefersDonation: false,
    language: 'uk',
    userAgent: 'test',
    referrer: '',
    browserLanguage: 'uk-UA',
    ipAddress: '',
    ...fields,
  }
}
