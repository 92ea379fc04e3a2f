import type { Language } from '../../shared/language'
import type { DigestRules, TempleConfig } from '../config/read-config'
import type { ReplyTarget } from '../db/replies'

export interface EmailSettings {
  /** Stands below what donors get. */
  temple?: TempleConfig | null
  /** Where notices go; several addresses are separated by commas. */
  templeEmail: string
  templeLanguage: Language
  digest: DigestRules
  /** Our own address; the temple's replies come back to it. */
  from: string
  publicUrl: URL
  /** Signs the Reply-To of a notice; null where nobody reads the mailbox. */
  replyKey: string | null
}

/** What a candle is lit for, as far as its purpose says. */
export type Intention = 'health' | 'repose' | 'other'

/** One refund. `whole`: nothing of the donation is left after it. */
export interface Refund {
  id: string
  amountKopiykas: number
  whole: boolean
}

/** An email that reached our mailbox. */
export interface Reply {
  id: string
  sender: string
  subject: string
  /** Message-IDs of its thread, its own last. */
  thread: string[]
  /** null: it answers nothing of ours. */
  target: ReplyTarget | null
}
