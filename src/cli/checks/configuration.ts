import { isLoopback } from '../../server/config/environment'
import { readAddresses } from '../../server/emails/reply-address'
import { type Check, error, warning } from './check'

/** security.txt should not expire unnoticed. */
const expirySoonMs = 14 * 86_400_000

/** Valid values that are unwise in production. */
export const configuration: Check[] = [
  warning(
    'Set NODE_ENV=production.',
    ({ config: { cards, production } }) =>
      cards?.livemode && !production && 'Live keys, but NODE_ENV is not production.',
  ),
  error(
    'Set PUBLIC_URL to the https:// address that visitors see.',
    ({ config: { production, publicUrl } }) =>
      production &&
      publicUrl.protocol !== 'https:' &&
      `PUBLIC_URL is ${publicUrl.origin}, without TLS.`,
  ),
  warning(
    'Set FRAME_ANCESTORS to the sites that embed the form, such as https://parish.example.org.',
    ({ config: { production, frameAncestors } }) =>
      production &&
      frameAncestors.includes('*') &&
      'Any site may embed the form (FRAME_ANCESTORS=*).',
  ),
  // Behind an unnamed proxy all visitors share one address and its limits.
  error(
    'Set TRUST_PROXY to the proxy’s address: 127.0.0.1 on one machine, 172.30.7.1 in compose.yaml.',
    ({ config: { production, publicUrl, trustProxy } }) =>
      production &&
      publicUrl.protocol === 'https:' &&
      !trustProxy &&
      'PUBLIC_URL is https, but TRUST_PROXY is not set.',
  ),
  warning(
    'Set TEMPLE_NAME, TEMPLE_TOWN, TEMPLE_CONTACT or PRIVACY_URL.',
    ({ config: { production, temple } }) =>
      production && !temple && 'The form shows neither the church nor a contact.',
  ),
  warning(
    'Check SECURITY_CONTACT and set a new date.',
    ({ config: { security }, now }) =>
      security &&
      Date.parse(security.expires) < now() + expirySoonMs &&
      `SECURITY_EXPIRES is ${security.expires}.`,
  ),
  error(
    'Set SMTP_URL.',
    ({ config: { mail, production } }) =>
      production && mail.smtpUrl === null && 'No SMTP_URL is set: nobody gets an email.',
  ),
  error('Set a real address.', ({ config: { mail, production } }) => {
    const wrong = Object.entries({ MAIL_FROM: mail.from, TEMPLE_EMAIL: mail.templeEmail })
      .filter(([, value]) => !isDeliverable(value))
      .map(([variable, value]) => `${variable}=${value}`)
    const isMailed = mail.smtpUrl !== null || production
    return isMailed && wrong.length > 0 && `No mail server accepts ${wrong.join(' or ')}.`
  }),
]

function isDeliverable(addresses: string): boolean {
  const hosts = readAddresses(addresses).map(address => address.split('@')[1] ?? '')
  return hosts.length > 0 && !hosts.some(isLoopback)
}
