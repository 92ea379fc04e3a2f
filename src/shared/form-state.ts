import { cleanEmail, looksLikeEmail } from './email-address'
import { excessOf, isFilled } from './plain-text'

/** The fields that the visitor fills in. */
export interface FormState {
  forWhom: string
  purpose: string
  donationEnabled: boolean
  email: string
}

/** A field is missing or invalid (`true`), or has so many characters too many. */
export type FormErrors = Partial<Record<'forWhom' | 'purpose' | 'email', true | number>>

/** Applies the rules of an order without a donation. The result is empty if the order is valid. */
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
