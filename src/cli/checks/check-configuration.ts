import type { Config } from '../../server/config/config'
import { readAddresses } from '../../server/emails/reply-address'
import { type Check, type Finding, fault, ok, worry } from './check'

/** What the schema accepts and is still unwise where real people order. */
export const configurationCheck: Check = {
  name: 'configuration',
  async run({ config }) {
    const findings = [...checkMode(config), ...checkMailAddresses(config)]
    return findings.length > 0 ? findings : [ok('All variables fit together.')]
  },
}

function checkMode(config: Config): Finding[] {
  const findings: Finding[] = []
  const live = config.cards?.livemode === true
  if (live && !config.production)
    findings.push(worry('Live keys, but NODE_ENV is not production.', 'Set NODE_ENV=production.'))
  if (config.production && config.publicUrl.protocol !== 'https:')
    findings.push(
      fault(
        `PUBLIC_URL is ${config.publicUrl.origin}, without TLS.`,
        'Set PUBLIC_URL to the https:// address that visitors see.',
      ),
    )
  if (config.production && config.frameAncestors.includes('*'))
    findings.push(
      worry(
        'Any site may embed the form (FRAME_ANCESTORS=*).',
        'List the sites that may, such as https://parish.example.',
      ),
    )
  return findings
}

function checkMailAddresses({ mail }: Config): Finding[] {
  if (mail.smtpUrl === null) return []
  const named = { MAIL_FROM: mail.from, TEMPLE_EMAIL: mail.templeEmail }
  return Object.entries(named).flatMap(([variable, value]) => {
    const addresses = readAddresses(value)
    if (addresses.length > 0 && !addresses.some(address => address.endsWith('@localhost')))
      return []
    return [
      fault(
        `${variable} is ${value}, which no mail server takes.`,
        `Set ${variable} to a real address.`,
      ),
    ]
  })
}
