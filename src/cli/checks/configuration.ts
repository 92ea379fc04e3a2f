import { parseEnv } from 'node:util'
import { isLoopback } from '../../server/config/environment'
import { isTempleNamed, unnamedTemple } from '../../server/config/read-config'
import { findSpoiltValues } from '../../server/config/settings-file'
import { describeUnknown, findUnknownNames } from '../../server/config/unknown-names'
import { parseAddresses } from '../../server/emails/parse-addresses'
import { dayMs } from '../../shared/durations'
import { error, type Findings, type Subject, warning } from './check'

/** The operator is warned so long before security.txt expires, ms. */
const expirySoonMs = 14 * dayMs

/** Finds valid values that are unwise in production. */
export async function* checkConfiguration({
  config,
  now,
  variables,
  settingsFile,
}: Subject): Findings {
  const { cards, frameAncestors, mail, production, publicUrl, security } = config
  for (const spoilt of findSpoiltValues(settingsFile))
    yield warning(spoilt, 'Correct it, then svichka restart.')
  for (const unknown of findUnknownNames(variables, Object.keys(parseEnv(settingsFile))))
    yield warning(describeUnknown(unknown), 'Correct or remove it: the server ignores it.')
  if (security && Date.parse(security.expires) < now() + expirySoonMs)
    yield warning(
      `SECURITY_EXPIRES is ${security.expires}.`,
      'Check SECURITY_CONTACT and set a new date.',
    )
  const wrong = Object.entries({ MAIL_FROM: mail.from, TEMPLE_EMAIL: mail.templeEmail })
    .filter(([, value]) => !isDeliverable(value))
    .map(([variable, value]) => `${variable}=${value}`)
  if ((mail.smtpUrl || production) && wrong.length > 0)
    yield error(`No mail server accepts ${wrong.join(' or ')}.`, 'Set a real address.')
  // Without NODE_ENV a public form takes pretend payments, and the checks below do not run.
  if (publicUrl.protocol === 'https:' && !production)
    yield error(
      `PUBLIC_URL is ${publicUrl.origin}, but NODE_ENV is not production: this is a demo.`,
      'Set NODE_ENV=production.',
    )
  else if (cards?.livemode && !production)
    yield warning('Live keys, but NODE_ENV is not production.', 'Set NODE_ENV=production.')
  if (cards?.livemode && !isTempleNamed(config)) yield error(unnamedTemple, 'Set TEMPLE_NAME.')
  if (!production) return

  if (publicUrl.protocol !== 'https:')
    yield error(
      `PUBLIC_URL is ${publicUrl.origin}, without TLS.`,
      'Set PUBLIC_URL to the https:// address that visitors see.',
    )
  // If the proxy is not named, all visitors share one address and its limits.
  else if (!config.trustProxy)
    yield error(
      'PUBLIC_URL is https, but TRUST_PROXY is not set.',
      'Set TRUST_PROXY to the proxy’s address: 127.0.0.1 on one machine, 172.30.7.1 in compose.yaml.',
    )
  if (cards?.livemode === false)
    yield warning(
      'Test keys: real cards are declined, and test cards pay nothing.',
      'Set the live keys and the live endpoint’s secret when you go live (docs/going-live.md, part 6).',
    )
  if (frameAncestors.includes('*'))
    yield warning(
      'Any site may embed the form (FRAME_ANCESTORS=*).',
      'Set FRAME_ANCESTORS to the sites that embed the form, such as https://parish.example.org.',
    )
  if (!isTempleNamed(config) && !cards?.livemode)
    yield warning('The form does not say whose church it is.', 'Set TEMPLE_NAME and TEMPLE_TOWN.')
  if (!config.temple?.contact && !config.temple?.privacyUrl)
    yield warning(
      'The form names nobody to ask, and does not say what becomes of the names.',
      'Set TEMPLE_CONTACT and PRIVACY_URL.',
    )
  if (!mail.operatorEmail)
    yield warning(
      'Nobody is told when something breaks.',
      'Set OPERATOR_EMAIL: each morning it gets what the doctor has found.',
    )
  if (!mail.smtpUrl) yield error('No SMTP_URL is set: nobody gets an email.', 'Set SMTP_URL.')
}

function isDeliverable(addresses: string): boolean {
  const hosts = parseAddresses(addresses).map(address => address.split('@')[1] ?? '')
  return hosts.length > 0 && !hosts.some(isLoopback)
}
