import { defaultLanguage, type Language, languages } from '../../shared/language'
import type { TempleConfig } from '../config/read-config'
import { html } from '../html'

const texts: Record<Language, { privacy(days: string): string; more: string }> = {
  uk: {
    privacy: days =>
      `Імена й прохання бачить лише храм. Через ${days} після того, як свічку запалять, їх буде стерто.`,
    more: 'Докладніше',
  },
  ru: {
    privacy: days =>
      `Имена и просьбы видит только храм. Через ${days} после того, как свечу зажгут, они будут стёрты.`,
    more: 'Подробнее',
  },
  en: {
    privacy: days =>
      `Only the church sees the names and intentions. They are erased ${days} after the candle is lit.`,
    more: 'More',
  },
}

/** Whose form this is and what becomes of the names, as lines of text; none if nothing is configured. */
export function templeNote(temple: TempleConfig | null, language: Language): string[] {
  if (!temple) return []
  const unit = { style: 'unit', unit: 'day', unitDisplay: 'long' } as const
  const days = new Intl.NumberFormat(language, unit).format(temple.retentionDays)
  const about = [temple.name, temple.town, temple.contact].filter(Boolean).join(', ')
  return [about, texts[language].privacy(days)]
}

/** The note for the page in every language; all but the shown one are hidden. */
export function templeNoteHtml(temple: TempleConfig | null, shown: Language): string {
  if (!temple) return ''
  const { contact } = temple
  const contactHtml = contact ? html`<p>${describeContact(contact)}</p>` : html``
  const notes = languages.map(language => {
    const [about = '', privacy = ''] = templeNote({ ...temple, contact: '' }, language)
    const link = temple.privacyUrl
      ? html` <a href="${temple.privacyUrl}" target="_blank" rel="noopener">${texts[language].more}</a>`
      : html``
    const hidden = language === shown ? html`` : html` hidden`
    return html`<div lang="${language}"${hidden}>${about ? html`<p lang="${languageOf(about, language)}">${about}</p>` : html``}${contactHtml}<p>${privacy}${link}</p></div>`
  })
  return html`${notes}`.markup
}

/** A voice for one alphabet cannot read the other. */
function languageOf(text: string, shown: Language): Language {
  const isCyrillic = /\p{Script=Cyrillic}/u.test(text)
  if (isCyrillic === (shown !== 'en')) return shown
  return isCyrillic ? defaultLanguage : 'en'
}

/** A phone number is a link; anything else (an address, a name) is text. */
function describeContact(contact: string) {
  if (!/^\+?\d[\d\s().-]{4,24}$/.test(contact)) return html`${contact}`
  return html`<a href="tel:${contact.replaceAll(/[^\d+]/g, '')}">${contact}</a>`
}
