import type { Config } from '../config/config'
import { readOrCreateSecret } from '../db/secrets'
import type { Services } from '../services'
import { readMailboxRules } from './mailbox-rules'

/** One look into the temple's answers; null where no mailbox is configured. */
export function createMailboxReader(
  { mail }: Config,
  services: Services,
): (() => Promise<void>) | null {
  const { imapUrl } = mail
  if (imapUrl === null) return null
  return async () => {
    // Loaded here: a server without a mailbox never pays for the mail reader.
    const { readMailbox } = await import('./read-mailbox')
    const replyKey = await readOrCreateSecret(services.store.db, 'reply-token', services.now())
    const rules = readMailboxRules(mail, replyKey)
    await readMailbox({ imapUrl, rules, services, log: services.log })
  }
}
