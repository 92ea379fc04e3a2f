import type { MailConfig } from '../config/config'
import { readAddresses } from '../emails/reply-address'

/** Whose answers count in our mailbox. Addresses in lower case. */
export interface MailboxRules {
  /** Signed tags are read with it. */
  replyKey: string
  /** Who may answer: the addresses that get the notices. */
  temple: string[]
  /** The temple's own mailbox is read: other mail in it is none of our business. */
  shared: boolean
}

export function readMailboxRules(mail: MailConfig, replyKey: string): MailboxRules {
  const temple = readAddresses(mail.templeEmail)
  const own = readAddresses(mail.from)
  return { replyKey, temple, shared: own.some(address => temple.includes(address)) }
}
