import type { CandleOrderPayload } from '../../shared/candle-order'
import type { Language } from '../../shared/language'
import type { FormState } from '../../shared/order-form'

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
