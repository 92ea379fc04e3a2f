import { access, constants, mkdir } from 'node:fs/promises'
import { openSmtpPool } from '../../server/emails/transports'
import { openMailbox } from '../../server/inbox/open-mailbox'
import { type Check, type Finding, fault, nameError, ok, skipped } from './check'

/** The mail server lets us in; without one, the folder can be written. Nothing is sent. */
export const mailCheck: Check = {
  name: 'mail',
  async run({ config }) {
    const { smtpUrl, folder } = config.mail
    return [smtpUrl === null ? await checkFolder(folder) : await checkServer(smtpUrl)]
  },
}

async function checkServer(smtpUrl: string): Promise<Finding> {
  const transport = openSmtpPool(smtpUrl)
  try {
    await transport.verify()
    return ok(`The mail server ${new URL(smtpUrl).host} lets us in.`)
  } catch (error) {
    return fault(
      `The mail server does not let us in: ${nameError(error)}.`,
      'Check SMTP_URL: host, port, user and password (percent-encode special characters).',
    )
  } finally {
    transport.close()
  }
}

async function checkFolder(folder: string): Promise<Finding> {
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.W_OK)
    return skipped(`No SMTP_URL is set: emails become files in ${folder}.`)
  } catch (error) {
    return fault(`Emails cannot be written: ${nameError(error)}.`, `Make ${folder} writable.`)
  }
}

/** The mailbox with the temple's answers can be opened. */
export const mailboxCheck: Check = {
  name: 'mailbox',
  async run({ config }) {
    const { imapUrl } = config.mail
    if (imapUrl === null)
      return [skipped('No IMAP_URL is set: candles are marked with ops -- lit only.')]
    const { client, folder } = openMailbox(imapUrl)
    try {
      await client.connect()
      const { exists } = await client.mailboxOpen(folder, { readOnly: true })
      return [ok(`The mailbox ${folder} can be read and holds ${exists} mails.`)]
    } catch (error) {
      return [
        fault(
          `The mailbox cannot be read: ${nameError(error)}.`,
          'Check IMAP_URL: host, port, user, password and folder (percent-encode special characters).',
        ),
      ]
    } finally {
      client.close()
    }
  },
}
