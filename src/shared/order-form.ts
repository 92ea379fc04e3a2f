import * as v from 'valibot'
import { EmailSchema, PlainTextSchema } from './candle-order'
import type { FormState } from './form-state'
import { defaultLanguage, type Language, languages } from './language'
import type { TemplePageData } from './temple-page'

const themes = ['light', 'dark'] as const

/** What the page's address may say. `theme`: without one, that of the device. */
export const PageSettingsSchema = v.object({
  lang: v.optional(v.fallback(v.picklist(languages), defaultLanguage), defaultLanguage),
  theme: v.fallback(v.optional(v.picklist(themes)), undefined),
})

export type PageSettings = v.InferOutput<typeof PageSettingsSchema>

/** Each has a form of its own, rendered by the build. */
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
const Pressed = v.optional(v.string())

/** Without a script in the browser there is none. */
const FormKeySchema = v.fallback(
  v.optional(v.pipe(v.string(), v.regex(/^[\w.-]{1,64}$/))),
  undefined,
)

/** The form as a browser sends it without the script. */
export const SentFormSchema = v.object({
  forWhom: SentText,
  purpose: SentText,
  email: v.optional(EmailSchema, ''),
  donationEnabled: Pressed,
  amount: SentText,
  /** The page's language, which may be another than its address's, and the one switched to. */
  lang: v.fallback(v.optional(v.picklist(languages)), undefined),
  language: v.fallback(v.optional(v.picklist(languages)), undefined),
  /** Another for each page that was loaded: of the same words and key one order is made. */
  key: FormKeySchema,
  order: Pressed,
  withoutDonation: Pressed,
})

/** A form that comes back to the visitor. */
export interface FilledForm extends FormState {
  /** The donation chosen: whole UAH in digits, `custom`, or empty. */
  amount: string
  /** Its errors are shown; after a switch of the language they are not. */
  isChecked: boolean
}

/** What the thanks read back. */
export interface ThankedOrder {
  name: string
  purpose: string
  /** The same order had come, perhaps from another visitor: with this key it is ordered once more. */
  againKey?: string | undefined
}

/** What became of a form that was sent without the script. */
export type PageResult =
  /** Without an `order`: it is not known any more. */
  | { kind: 'thanks'; order?: ThankedOrder | undefined }
  | { kind: 'too-often'; minutes: number }
  | { kind: 'failed' | 'too-long' | 'not-here' }

export interface PageRenderer {
  renderForm: (settings: PageSettings, filled?: FilledForm) => string
  renderResult: (settings: PageSettings, result: PageResult) => string
  renderTemple: (page: TemplePageData) => string
  /** A link to the temple's page that opens it no more. `isSent`: a new one is on its way. */
  renderEndedLink: (ended: { language: Language; isSent: boolean }) => string
}

export type CreatePageRenderer = (manifest: unknown) => PageRenderer
