import type { Language } from '../../shared/language'

export interface LetterWriterOptions {
  /** Where notices go; several addresses are separated by commas. */
  templeEmail: string
  templeLanguage: Language
  /** Our own address; the temple's answers come back to it. */
  from: string
  publicUrl: URL
  /** Signs the Reply-To of a notice; null where nobody reads the mailbox. */
  replyKey: string | null
}
