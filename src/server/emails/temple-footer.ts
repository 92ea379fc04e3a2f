import type { Language } from '../../shared/language'
import { keepTogether } from '../../shared/plain-text'
import type { TempleTexts } from '../../shared/temple-texts'
import type { TempleConfig } from '../config/read-config'
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

/** Says what becomes of the names. */
export function describePrivacy({ retentionDays }: TempleConfig, language: Language): string {
  const unit = { style: 'unit', unit: 'day', unitDisplay: 'long' } as const
  const days = new Intl.NumberFormat(language, unit).format(retentionDays)
  return keepTogether(emailTexts[language].privacy(days.replace(' ', '\u00a0')))
}

/** Lists the lines at the foot of an email: whom to ask, and what becomes of the names. */
export function templeFooter(temple: TempleConfig | null, language: Language): string[] {
  if (!temple) return []
  const { contact, privacyUrl } = temple
  const more = privacyUrl && `${emailTexts[language].privacyDetails}: ${privacyUrl}`
  return [contact, describePrivacy(temple, language), more ?? ''].filter(Boolean)
}
