import type { PendingOrder } from '../../src/web/checkout/pending-order'

/** A pending order: Pay was pressed, and the outcome is unknown. */
export const exampleOrder: PendingOrder = {
  clientSecret: 'pi_12345678abc_secret_xyz',
  uah: 300,
  payload: {
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
    pressedAt: Date.now(),
  },
  attempt: 'unclear',
}
