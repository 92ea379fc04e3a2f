import * as v from 'valibot'
import { plainTextSchema } from './candle-order'
import type { FormErrors, FormState } from './form-state'
import { type Language, languages } from './language'
import { emailLimit, textLimit } from './plain-text'

const sentText = (limit: number) => v.optional(plainTextSchema(limit), '')
/** A checkbox or a button: its name is sent only if it was ticked or pressed. */
const Pressed = v.optional(v.string())

/** The form as a browser sends it without the script, and which of its buttons was pressed. */
export const SentFormSchema = v.object({
  forWhom: sentText(textLimit),
  purpose: sentText(textLimit),
  email: sentText(emailLimit),
  donationEnabled: Pressed,
  amount: sentText(20),
  language: v.fallback(v.optional(v.picklist(languages)), undefined),
  order: Pressed,
  withoutDonation: Pressed,
})

/** A form that comes back to the visitor: with what was typed, and what is wrong with it. */
export interface FilledForm extends FormState {
  /** The donation chosen: whole UAH in digits, `custom`, or empty. */
  amount: string
  errors: FormErrors
}

/** The page that answers a form sent without the script. */
export type Notice = 'thanks' | 'failed' | 'too-often' | 'not-here'

/** Renders whole documents; built with React for the server, which has none. */
export interface PageRenderer {
  renderForm: (language: Language, filled?: FilledForm) => string
  renderNotice: (language: Language, notice: Notice) => string
}

export type CreatePageRenderer = (manifest: unknown) => PageRenderer
