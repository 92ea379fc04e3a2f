import type { Language } from '../../shared/language'
import { languageOf } from '../../shared/temple-texts'
import type { TempleConfig } from '../config/read-config'
import { emailTexts } from '../emails/format'
import { describePrivacy, templeTexts } from '../emails/temple-footer'
import { html } from '../html'

/** Writes the foot of the page, with the parish's own line. */
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
