import type { ImapFlow } from 'imapflow'
import { openSmtpPool } from '../../server/emails/transports'
import { openMailbox } from '../../server/inbox/read-mailbox'
import { authServerOf, readHeaders } from '../../server/inbox/reply-headers'
import { nameError } from '../context'
import { type Answer, type Check, error, type Subject, warning } from './check'

const dayMs = 86_400_000

export const cards: Check[] = [
  error(
    'Check STRIPE_SECRET_KEY, its rights if it is restricted, and that this machine reaches the provider (DNS, firewall).',
    checkKey,
  ),
  warning(
    'In the provider’s dashboard, Payment method domains: register and verify the domain, or set CARD_WALLETS=off.',
    checkWallets,
  ),
  error(
    'Set CARD_PROVIDER=stripe or none.',
    ({ config }) =>
      config.production && config.cards?.apiUrl && 'Production uses the card sandbox.',
  ),
  warning(
    'Check STRIPE_WEBHOOK_SECRET: it belongs to one endpoint in one mode.',
    ({ config, status }) =>
      config.cards &&
      status &&
      status.badSignatureAgeMs !== null &&
      status.badSignatureAgeMs < Math.min(status.webhookAgeMs ?? dayMs, dayMs) &&
      'The last event had a wrong signature.',
  ),
  warning(
    'Check the webhook endpoint in the provider’s dashboard: its address must end in /api/stripe-webhook.',
    ({ config, status }) => {
      if (!config.cards || !status) return null
      if (status.webhooksSilent) return 'A donation succeeded without a webhook event.'
      if (status.webhookAgeMs === null) return { skipped: 'No event has come yet.' }
      return { ok: `The last event came ${Math.round(status.webhookAgeMs / 60_000)} minutes ago.` }
    },
  ),
]

async function checkKey({ provider }: Subject): Promise<Answer> {
  if (!provider) return { skipped: 'No cards are taken (CARD_PROVIDER=none).' }
  const answer = await provider.findMissingRights()
  if (answer.kind !== 'ok')
    return `The provider rejects our key or does not answer: ${answer.kind === 'missing' ? 'not found' : answer.reason}.`
  const rights = answer.value.join(', ')
  return rights === ''
    ? { ok: `The API key is valid (${provider.livemode ? 'live' : 'test'} mode).` }
    : `The API key lacks the right to ${rights}.`
}

/** Google Pay needs only the registered domain. */
async function checkWallets({ config, provider }: Subject): Promise<Answer> {
  if (!provider) return null
  if (!config.cards?.wallets) return { skipped: 'No wallets are offered (CARD_WALLETS=off).' }
  const { protocol, hostname: domain } = config.publicUrl
  if (protocol !== 'https:') return { skipped: 'Wallets need PUBLIC_URL to be an https address.' }
  const answer = await provider.readApplePay(domain)
  if (answer.kind !== 'ok') return `The wallet status of ${domain} could not be read.`
  if (answer.value === 'unregistered')
    return `The domain ${domain} is not registered: no visitor sees Apple Pay or Google Pay.`
  return answer.value === 'active'
    ? { ok: `The domain ${domain} is registered and Apple Pay is active.` }
    : `The domain ${domain} is registered, but Apple Pay is not active.`
}

/** Logs in and sends nothing. */
export const mail: Check[] = [
  error(
    'Check SMTP_URL: host, port, user and password (percent-encode special characters), TLS unless it is local.',
    async ({ config }) => {
      const { smtpUrl, folder } = config.mail
      if (smtpUrl === null)
        return { skipped: `No SMTP_URL is set: emails become files in ${folder}.` }
      const transport = openSmtpPool(smtpUrl)
      try {
        await transport.verify()
        return { ok: `The mail server ${new URL(smtpUrl).host} accepts our login.` }
      } catch (failure) {
        return `The mail server rejects our login: ${nameError(failure)}.`
      } finally {
        transport.close()
      }
    },
  ),
]

export const mailbox: Check[] = [
  error(
    'Check IMAP_URL: host, port, user, password and folder (percent-encode special characters), TLS unless it is local; authServer, if set, exactly as in Authentication-Results.',
    async ({ config }) => {
      const { imapUrl } = config.mail
      if (imapUrl === null)
        return { skipped: 'No IMAP_URL is set: candles are marked with svichka lit only.' }
      const { client, folder } = await openMailbox(imapUrl)
      try {
        await client.connect()
        const { exists } = await client.mailboxOpen(folder, { readOnly: true })
        const server = new URL(imapUrl).searchParams.get('authServer')
        if (server !== null && exists > 0) {
          const named = await listAuthServers(client, exists)
          if (!named.includes(server))
            return `Replies are not accepted: the newest mails are checked by ${named.join(', ') || 'no server'}, and authServer in IMAP_URL is ${server}.`
        }
        return { ok: `The mailbox ${folder} can be read: ${exists} mails.` }
      } catch (failure) {
        return `The mailbox cannot be read: ${nameError(failure)}.`
      } finally {
        client.close()
      }
    },
  ),
]

const newestMails = 20

async function listAuthServers(client: ImapFlow, exists: number): Promise<string[]> {
  const range = `${Math.max(1, exists - newestMails + 1)}:*`
  const mails = await client.fetchAll(range, { headers: ['authentication-results'] })
  const results = mails.flatMap(({ headers }) =>
    headers ? readHeaders(headers, '').authentication : [],
  )
  return [...new Set(results.map(authServerOf))]
}
