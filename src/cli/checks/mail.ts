import { isLoopback } from '../../server/config/environment'
import { emailTexts, formatSite } from '../../server/emails/format'
import { openSmtpPool } from '../../server/emails/mailer'
import { parseAddresses } from '../../server/emails/parse-addresses'
import type { Status } from '../../server/health/read-health'
import { dayMs } from '../../shared/durations'
import { formatError } from '../context'
import { count } from '../print'
import { error, type Finding, type Findings, ok, type Subject, skipped, warning } from './check'
import { adviceFor } from './clock'
import { findAddresses, findMailServers, findText, isNamedBySpf } from './dns'

/** Logs in to the mail server, but sends nothing. */
export async function* checkMail({ config, status }: Subject): Findings {
  const { smtpUrl, folder } = config.mail
  if (!smtpUrl) return yield skipped(`No SMTP_URL is set: emails become files in ${folder}.`)
  const transport = openSmtpPool(smtpUrl)
  try {
    await transport.verify()
    yield ok(`The mail server ${new URL(smtpUrl).host} accepts our login.`)
  } catch (failure) {
    yield explainFailure(new URL(smtpUrl), failure)
  } finally {
    transport.close()
  }
  if (!config.production) return
  yield* checkDomains(new URL(smtpUrl), config)
  if (status) yield* judgeArrival(status)
}

/** Sends a plain email to the temple. Only somebody there can say whether it arrived. */
export async function sendTestEmail({ mail, publicUrl }: Subject['config']): Promise<Finding> {
  const { smtpUrl, from, templeEmail, templeLanguage, folder } = mail
  if (!smtpUrl) return skipped(`No SMTP_URL is set: emails become files in ${folder}.`)
  const { subject, body } = emailTexts[templeLanguage].testEmail
  const transport = openSmtpPool(smtpUrl)
  try {
    const text = body(formatSite(publicUrl))
    const { rejected } = await transport.sendMail({ from, to: templeEmail, subject, text })
    const { host } = new URL(smtpUrl)
    if (rejected.length > 0)
      return error(
        `The mail server ${host} rejects ${rejected.join(', ')}.`,
        'Correct TEMPLE_EMAIL.',
      )
    return ok(
      `The mail server ${host} took an email to ${templeEmail}. Ask there whether it arrived, also in the spam folder.`,
    )
  } catch (failure) {
    return explainFailure(new URL(smtpUrl), failure)
  } finally {
    transport.close()
  }
}

async function* judgeArrival({ submissionAgeMs }: Status): Findings {
  if (submissionAgeMs === null)
    return yield warning(
      'Nobody has marked a candle on the temple’s page yet, which would show that emails arrive.',
      'Order a candle, and ask somebody at the temple to mark it. svichka doctor --mail sends a plain email.',
    )
  const days = Math.round(submissionAgeMs / dayMs)
  const ago = submissionAgeMs < dayMs ? 'today' : `${count(days, 'day')} ago`
  yield ok(`The temple last marked a candle on its page ${ago}.`)
}

const portAdvice = 'Port 465 is smtps://, ports 587 and 25 are smtp:// in SMTP_URL.'

/** Explains a failure by the codes of nodemailer (nodemailer.com/errors) and the words of OpenSSL. */
function explainFailure({ hostname, host, port, protocol }: URL, failure: unknown): Finding {
  const message = formatError(failure)
  const is = (pattern: RegExp) => pattern.test(message)
  if (is(/EAI_AGAIN/))
    return error(
      `DNS does not answer: ${hostname} could not be looked up.`,
      'Check the network of this machine, and /etc/resolv.conf.',
    )
  if (is(/ENOTFOUND|EDNS/))
    return error(`There is no mail server ${hostname} in DNS (${message}).`, 'Correct SMTP_URL.')
  if (is(/wrong version number|packet length too long|EPROTO/))
    return error(`${host} does not begin with TLS, and smtps:// does.`, portAdvice)
  if (is(/Greeting never received|Connection closed/) && protocol === 'smtp:')
    return error(
      `${host} sends no greeting without TLS.`,
      port === '465' ? 'Write smtps:// in SMTP_URL: port 465 begins with TLS.' : portAdvice,
    )
  if (is(/EAUTH/))
    return error(
      `The mail server ${host} rejects user or password (${message}).`,
      'Correct them in SMTP_URL (@ is %40, : %3A, / %2F, # %23). Gmail wants an app password (docs/operating.md).',
    )
  if (is(/certificate|self-signed|altnames/i))
    return error(
      `The certificate of ${host} is not accepted (${message}).`,
      adviceFor(
        message,
        'Use the name that stands in it, or name its authority: NODE_EXTRA_CA_CERTS (docs/operating.md).',
      ),
    )
  if (is(/ETLS|STARTTLS/))
    return error(
      `${host} offers no TLS (${message}).`,
      'Use a port with TLS; for a relay in your own network write ?ignoreTLS=true.',
    )
  if (is(/ECONNREFUSED/))
    return error(`Nobody listens at ${host} (${message}).`, `Check host and port. ${portAdvice}`)
  if (is(/EENVELOPE|EMESSAGE/))
    return error(
      `The mail server ${host} does not take the email (${message}).`,
      'Correct TEMPLE_EMAIL or MAIL_FROM, as it says.',
    )
  return error(
    `The mail server ${host} does not answer (${message}).`,
    `Check host and port. Hosting companies block port 25, and some 465: try smtp:// and port 587, or ask yours. ${portAdvice}`,
  )
}

/** Checks whether emails can reach the temple, and whether ours are taken for genuine. */
async function* checkDomains(smtpUrl: URL, { mail, publicUrl }: Subject['config']): Findings {
  for (const domain of domainsOf(mail.templeEmail)) yield* checkRecipient(domain)
  for (const domain of domainsOf(mail.from)) yield* checkSender(domain, smtpUrl, publicUrl)
}

function domainsOf(addresses: string): string[] {
  const domains = parseAddresses(addresses).map(address => address.split('@')[1] ?? '')
  return [...new Set(domains)].filter(domain => domain !== '' && !isLoopback(domain))
}

async function* checkRecipient(domain: string): Findings {
  const servers = await findMailServers(domain)
  if (servers === 'unknown') yield skipped(`DNS does not say who takes mail for ${domain}.`)
  else if (servers.length === 0)
    yield error(`No mail server takes mail for ${domain}.`, 'Correct TEMPLE_EMAIL.')
  else yield ok(`Mail for ${domain} goes to ${servers[0]}.`)
}

async function* checkSender(domain: string, smtpUrl: URL, publicUrl: URL): Findings {
  const spf = await findText(domain, 'v=spf1')
  const dmarc = await findDmarc(domain)
  if (spf === null)
    yield warning(
      `${domain} (MAIL_FROM) has no SPF record: mail servers take our emails for forged.`,
      `Add a TXT record to ${domain}: v=spf1 mx ~all, with what your mail provider names.`,
    )
  if (dmarc === null)
    yield warning(
      `${domain} (MAIL_FROM) has no DMARC record: many mail servers put our emails into spam.`,
      `Add a TXT record to _dmarc.${domain}: v=DMARC1; p=none`,
    )
  if (spf === null || spf === 'unknown') return
  // A mail server on this machine sends from its public address.
  const host = isLoopback(smtpUrl.hostname) ? publicUrl.hostname : smtpUrl.hostname
  const addresses = await findAddresses(host)
  if (addresses === 'unknown' || addresses.length === 0) return
  const isNamed = await isNamedBySpf(domain, addresses)
  if (isNamed === false)
    yield warning(
      `The SPF record of ${domain} (MAIL_FROM) does not name ${host}: our emails may be rejected.`,
      'MAIL_FROM must be at a domain that lets your mail server send. If it sends from other addresses, look at an email that arrived: spf=pass.',
    )
  else if (isNamed) yield ok(`The SPF record of ${domain} names ${host}.`)
}

/** Finds the DMARC record of the domain or of the one above it (RFC 7489, 6.6.3). */
async function findDmarc(domain: string): Promise<string | null> {
  const own = await findText(`_dmarc.${domain}`, 'v=DMARC1')
  const above = domain.split('.').slice(1)
  return own === null && above.length > 1 ? findText(`_dmarc.${above.join('.')}`, 'v=DMARC1') : own
}
