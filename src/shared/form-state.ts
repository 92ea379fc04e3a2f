import { cleanEmail, looksLikeEmail } from './email-address'
import { isFilled } from './plain-text'

/** What the visitor fills in. */
export interface FormState {
  forWhom: string
  purpose: string
  donationEnabled: boolean
  email: string
}

/** `true`: required and missing, or an invalid email. */
export type FormErrors = Partial<Record<'forWhom' | 'purpose' | 'email', true>>

/** The rules of the order without a donation; empty if the order is valid. */
export function findFormErrors(form: FormState): FormErrors {
  const errors: FormErrors = {}
  if (!isFilled(form.forWhom)) errors.forWhom = true
  if (!isFilled(form.purpose)) errors.purpose = true
  const email = cleanEmail(form.email)
  if (form.donationEnabled && email !== '' && !looksLikeEmail(email)) errors.email = true
  return errors
}
