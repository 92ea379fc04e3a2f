import pino from 'pino'
import type { MailConfig, TempleConfig } from '../../../src/server/config/read-config'
import type { EmailSettings } from '../../../src/server/emails/layout'

/** The default configuration; tests set only the fields that matter. */
export function buildMailConfig(fields: Partial<MailConfig> = {}): MailConfig {
  return {
    smtpUrl: null,
    folder: 'mail',
    from: 'Svichka <svichka@example.org>',
    templeEmail: 'temple@example.org',
    templeLanguage: 'uk',
    operatorEmail: null,
    digest: { after: 10, times: ['07:00'], timeZone: 'Europe/Kyiv' },
    ...fields,
  }
}

/** What the emails say of the service, by that configuration. */
export function buildEmailSettings(fields: Partial<MailConfig & EmailSettings> = {}) {
  const publicUrl = new URL('https://candles.example.org')
  return { ...buildMailConfig(), publicUrl, temple: null, ...fields }
}

const inAll = (text: string) => ({ uk: text, ru: text, en: text })

/** A church whose texts are the same in all languages. */
export function buildTemple(
  texts: { town?: string; note?: string; contact?: string } = {},
): TempleConfig {
  const { town = '', note = '', contact = '' } = texts
  return {
    ...{ name: inAll('St Nicholas'), town: inAll(town), note: inAll(note), receiver: inAll('') },
    ...{ contact, privacyUrl: null, donationLink: null, retentionDays: 30 },
  }
}

export const quietLog = pino({ level: 'silent' })
