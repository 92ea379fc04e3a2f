import pino from 'pino'
import type { MailConfig } from '../../../src/server/config/read-config'

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

export const quietLog = pino({ level: 'silent' })
