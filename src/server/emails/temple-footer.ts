import type { Language } from '../../shared/language'
import { keepTogether } from '../../shared/plain-text'
import { languageOf, type TempleTexts } from '../../shared/temple-texts'
import type { TempleConfig } from '../config/read-config'
import { html } from '../html'
import { emailTexts } from './format'

/** The parish's own texts in one language: whose form it is, when candles are lit, who gets the donation. */
export function templeTexts(temple: TempleConfig | null, language: Language): TempleTexts {
  if (!temple) return { place: '', note: '', receiver: '', link: '' }
  const place = [temple.name[language], temple.town[language]].filter(Boolean).join(', ')
  return {
    place,
    note: temple.note[language],
    receiver: temple.receiver[language] || place,
    link: temple.donationLink ?? '',
  }
}

function describePrivacy({ retentionDays }: TempleConfig, language: Language): string {
  const unit = { style: 'unit', unit: 'day', unitDisplay: 'long' } as const
  const days = new Intl.NumberFormat(language, unit).format(retentionDays)
  return keepTogether(emailTexts[language].privacy(days.replace(' ', '\u00a0')))
}

/** The lines at the foot of an email: whom to ask, and what becomes of the names. */
export function templeFooter(temple: TempleConfig | null, language: Language): string[] {
  if (!temple) return []
  const { contact, privacyUrl } = temple
  const more = privacyUrl && `${emailTexts[language].privacyDetails}: ${privacyUrl}`
  return [contact, describePrivacy(temple, language), more ?? ''].filter(Boolean)
}

/** The foot of the page, with the parish's own line. */
export function templeFooterHtml(temple: TempleConfig | null, language: Language): string {
  if (!temple) return ''
  const { contact, privacyUrl } = temple
  const { note } = templeTexts(temple, language)
  const own = note ? html`<p lang="${languageOf(note, language)}">${note}</p>` : html``
  const more = privacyUrl
    ? html` <a href="${privacyUrl}" target="_blank" rel="noopener">${emailTexts[language].privacyDetails}</a>`
    : html``
  const whom = contact ? html` ${describeContact(contact)}` : html``
  const dot = privacyUrl && contact ? html` ·` : html``
  return html`<div lang="${language}">${own}<p>${describePrivacy(temple, language)}${more}${dot}${whom}</p></div>`
    .markup
}

/** Links a phone number or an email address, and leaves anything else as text. */
export function describeContact(contact: string) {
  if (/^\+?\d[\d\s().-]{4,24}$/.test(contact))
    return html`<a href="tel:${contact.replaceAll(/[^\d+]/g, '')}">${contact}</a>`
  if (/^[\w.+-]+@[\w.-]+\.\w+$/.test(contact))
    return html`<a href="mailto:${contact}">${contact}</a>`
  return html`${contact}`
}
