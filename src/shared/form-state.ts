import { cleanEmail, looksLikeEmail } from './email-address'
import { excessOf, isFilled } from './plain-text'

/** What the visitor fills in. */
export interface FormState {
  forWhom: string
  purpose: string
  donationEnabled: boolean
  email: string
}

/** `true`: required and missing, or an invalid email. A number: so many characters are too many. */
export type FormErrors = Partial<Record<'forWhom' | 'purpose' | 'email', true | number>>

/** The rules of the order without a donation; empty if the order is valid. */
export function findFormErrors(form: FormState): FormErrors {
  const errors: FormErrors = {}
  for (const field of ['forWhom', 'purpose'] as const) {
    const error = !isFilled(form[field]) || excessOf(form[field])
    if (error) errors[field] = error
  }
  const email = cleanEmail(form.email)
  if (form.donationEnabled && email !== '' && !looksLikeEmail(email)) errors.email = true
  return errors
}
