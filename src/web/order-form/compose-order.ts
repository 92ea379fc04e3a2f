import type { CandleOrderPayload } from '../../contract/candle-order'
import type { Language } from '../../contract/language'
import type { FormState } from '../../contract/order-form'

/** The order as it is sent. `paidUah` is the donation paid in whole UAH, or undefined. */
export function composeOrder(form: FormState, language: Language, paidUah?: number) {
  return {
    name: form.forWhom.trim(),
    email: form.email.trim() || null,
    purpose: form.purpose.trim(),
    donationAmount: paidUah === undefined ? '' : String(paidUah),
    prefersDonation: form.donationEnabled,
    language,
    userAgent: navigator.userAgent,
    referrer: document.referrer,
    browserLanguage: navigator.language,
    ipAddress: '',
  } satisfies CandleOrderPayload
}
