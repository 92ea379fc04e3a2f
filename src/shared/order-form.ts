import * as v from 'valibot'
import { EmailSchema, PlainTextSchema } from './candle-order'
import type { FormState } from './form-state'
import { defaultLanguage, type Language, languages } from './language'
import type { TemplePageData } from './temple-page'

const themes = ['light', 'dark'] as const

/** The settings in the page's address. Without a `theme` the device's own applies. */
export const PageSettingsSchema = v.object({
  lang: v.optional(v.fallback(v.picklist(languages), defaultLanguage), defaultLanguage),
  theme: v.fallback(v.optional(v.picklist(themes)), undefined),
})

export type PageSettings = v.InferOutput<typeof PageSettingsSchema>

/** The build renders a form for each of these. */
export const allPageSettings: PageSettings[] = languages.flatMap(lang =>
  [undefined, ...themes].map(theme => ({ lang, theme })),
)

export function pageName({ lang, theme }: PageSettings): string {
  return theme ? `${lang}-${theme}` : lang
}

export function pageAddress({ lang, theme }: PageSettings): string {
  return theme ? `/?lang=${lang}&theme=${theme}` : `/?lang=${lang}`
}

const SentText = v.optional(PlainTextSchema, '')
const ControlValue = v.optional(v.string())

/** Only the script gives a form its key. */
const FormKeySchema = v.fallback(
  v.optional(v.pipe(v.string(), v.regex(/^[\w.-]{1,64}$/))),
  undefined,
)

/** The form as a browser without the script sends it. */
export const SentFormSchema = v.object({
  forWhom: SentText,
  purpose: SentText,
  email: v.optional(EmailSchema, ''),
  donationEnabled: ControlValue,
  amount: SentText,
  /** The page's language may differ from the one in its address, and `language` is the one switched to. */
  lang: v.fallback(v.optional(v.picklist(languages)), undefined),
  language: v.fallback(v.optional(v.picklist(languages)), undefined),
  /** Each loaded page has a key of its own. The same words with the same key are one order. */
  key: FormKeySchema,
  order: ControlValue,
  withoutDonation: ControlValue,
})

/** The form as it comes back to the visitor. */
export interface FilledForm extends FormState {
  /** The chosen donation: whole UAH in digits, `custom`, or empty. */
  amount: string
  /** Errors are shown only if the form was checked, so not after a switch of the language. */
  isChecked: boolean
}

/** The facts of an order that the thanks repeat. */
export interface ThankedOrder {
  name: string
  purpose: string
  /** The same order had come before, perhaps from another visitor. With this key it is ordered once more. */
  againKey?: string | undefined
}

/** The outcome of a form that was sent without the script. */
export type PageResult =
  /** Without an `order` the thanks cannot repeat it any more. */
  | { kind: 'thanks'; order?: ThankedOrder | undefined }
  | { kind: 'too-often'; minutes: number }
  | { kind: 'failed' | 'too-long' | 'not-here' }

export interface PageRenderer {
  renderForm: (settings: PageSettings, filled?: FilledForm) => string
  renderResult: (settings: PageSettings, result: PageResult) => string
  renderTemple: (page: TemplePageData) => string
  /** Renders the page of an ended link to the temple's page. If `isSent`, a new link is on its way. */
  renderEndedLink: (ended: { language: Language; isSent: boolean }) => string
}

export type CreatePageRenderer = (manifest: unknown) => PageRenderer
