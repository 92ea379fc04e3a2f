import * as v from 'valibot'
import { plainTextSchema } from './candle-order'
import { emailLimit, looksLikeEmail } from './email-pattern'
import { languages } from './language'
import { isFilled, textLimit } from './plain-text'

/** What the visitor fills in. */
export interface FormState {
  forWhom: string
  purpose: string
  donationEnabled: boolean
  email: string
}

export type FormFault = 'required' | 'invalid-email'
export type FormFaults = Partial<Record<'forWhom' | 'purpose' | 'email', FormFault>>

/** The rules of the standalone order path: an empty result lets the order go. */
export function findFormFaults(form: FormState): FormFaults {
  const faults: FormFaults = {}
  if (!isFilled(form.forWhom)) faults.forWhom = 'required'
  if (!isFilled(form.purpose)) faults.purpose = 'required'
  const email = form.email.trim()
  if (form.donationEnabled && email !== '' && !looksLikeEmail(email)) faults.email = 'invalid-email'
  return faults
}

const sentText = (limit: number) => v.optional(plainTextSchema(limit), '')
/** A checkbox or a button: its name is sent only if it was ticked or pressed. */
const Pressed = v.optional(v.string())

/** The form as a browser sends it without our script, and which of its buttons was pressed. */
export const SentFormSchema = v.object({
  forWhom: sentText(textLimit),
  purpose: sentText(textLimit),
  email: sentText(emailLimit),
  donationEnabled: Pressed,
  amount: sentText(20),
  language: v.optional(v.fallback(v.optional(v.picklist(languages)), undefined)),
  order: Pressed,
  withoutDonation: Pressed,
})

/** A form that comes back to the visitor: with what was typed, and what is wrong with it. */
export interface FilledForm extends FormState {
  /** The donation chosen: whole UAH in digits, `custom`, or empty. */
  amount: string
  errors: FormFaults
}
