import type { Language } from '../../shared/language'
import type { Config, DigestRules, TempleConfig } from '../config/read-config'

export interface EmailSettings {
  /** For the footer of donors' emails. */
  temple?: TempleConfig | null
  /** Where notices go; several addresses are separated by commas. */
  templeEmail: string
  templeLanguage: Language
  digest: DigestRules
  /** Our own address, to which the temple replies. */
  from: string
  publicUrl: URL
  /** Signs the Reply-To of a notice; null: no mailbox is configured. */
  replyKey: string | null
}

export function createEmailSettings(
  { mail, publicUrl, temple }: Config,
  replyKey: string | null,
): EmailSettings {
  return { ...mail, publicUrl, temple, replyKey }
}
