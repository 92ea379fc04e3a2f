import type { Language } from '../../shared/language'
import { languages } from '../../shared/language'
import type { TempleConfig } from '../config/read-config'
import { emailTexts } from './format'
import { html } from './html'

/** Whose form this is and what becomes of the names, as lines of text; none where nothing is set. */
export function templeNote(temple: TempleConfig | null, language: Language): string[] {
  if (!temple) return []
  const { locale, privacy } = emailTexts[language]
  const unit = { style: 'unit', unit: 'day', unitDisplay: 'long' } as const
  const days = new Intl.NumberFormat(locale, unit).format(temple.retentionDays)
  return [[temple.name, temple.town, temple.contact].filter(Boolean).join(', '), privacy(days)]
}

/** The same for the page, in every language: the page shows the one that it is in. */
export function templeNoteHtml(temple: TempleConfig | null, shown: Language): string {
  if (!temple) return ''
  const notes = languages.map(language => {
    const [about = '', privacy = ''] = templeNote(temple, language)
    const more = emailTexts[language].privacyMore
    const link = temple.privacyUrl
      ? html` <a href="${temple.privacyUrl}" target="_blank" rel="noopener">${more}</a>`
      : html``
    const hidden = language === shown ? html`` : html` hidden`
    return html`<div lang="${language}"${hidden}><p>${about}</p><p>${privacy}${link}</p></div>`
  })
  return html`${notes}`.markup
}
