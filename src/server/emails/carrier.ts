import type { SendMailOptions } from 'nodemailer'

/** How mails leave the house: a mail server, or a folder of files. */
export interface Carrier {
  /** Resolves once the mail was accepted for good; rejects if it was not, or may not have been. */
  carry(mail: SendMailOptions, name: string): Promise<void>
  close(): void
}
