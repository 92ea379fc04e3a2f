import { access, constants } from 'node:fs/promises'
import { openSmtpPool } from '../../server/emails/transports'
import { openMailbox } from '../../server/inbox/open-mailbox'
import type { Shop } from '../command'
import { nameError } from '../explain-failure'
import { type Finding, fault, ok, skipped } from './check'

/** The mail server lets us in; without one, the folder can be written. Nothing is sent. */
export async function* checkMail({ config }: Shop): AsyncGenerator<Finding> {
  const { smtpUrl, folder } = config.mail
  yield smtpUrl === null ? await checkFolder(folder) : await checkServer(smtpUrl)
}

async function checkServer(smtpUrl: string): Promise<Finding> {
  const transport = openSmtpPool(smtpUrl)
  const { host } = new URL(smtpUrl)
  try {
    await transport.verify()
    return ok({
      en: `The mail server ${host} lets us in.`,
      uk: `Поштовий сервер ${host} нас приймає.`,
    })
  } catch (error) {
    return fault({
      en: `The mail server does not let us in: ${nameError(error)}.\nCheck SMTP_URL: host, port, user and password (percent-encode special characters). A remote server must offer TLS.`,
      uk: `Поштовий сервер нас не приймає: ${nameError(error)}.\nПеревірте SMTP_URL: сервер, порт, користувача й пароль (спеціальні знаки через %). Віддалений сервер має підтримувати TLS.`,
    })
  } finally {
    transport.close()
  }
}

async function checkFolder(folder: string): Promise<Finding> {
  const failure = await access(folder, constants.W_OK).then(
    () => null,
    (error: NodeJS.ErrnoException) => error,
  )
  if (failure === null || failure.code === 'ENOENT')
    return skipped({
      en: `No SMTP_URL is set: emails become files in ${folder}.`,
      uk: `SMTP_URL не задано: листи стають файлами в ${folder}.`,
    })
  return fault({
    en: `Emails cannot be written: ${nameError(failure)}.\nMake ${folder} writable.`,
    uk: `Листи не записати: ${nameError(failure)}.\nДозвольте запис у ${folder}.`,
  })
}

/** The mailbox with the temple's answers can be opened. */
export async function* checkMailbox({ config }: Shop): AsyncGenerator<Finding> {
  const { imapUrl } = config.mail
  if (imapUrl === null)
    return yield skipped({
      en: 'No IMAP_URL is set: candles are marked with svichka lit only.',
      uk: 'IMAP_URL не задано: свічки позначаються лише командою svichka lit.',
    })
  const { client, folder } = await openMailbox(imapUrl)
  try {
    await client.connect()
    const { exists } = await client.mailboxOpen(folder, { readOnly: true })
    yield ok({
      en: `The mailbox ${folder} can be read and holds ${exists} mails.`,
      uk: `Скриньку ${folder} можна читати, листів у ній: ${exists}.`,
    })
  } catch (error) {
    yield fault({
      en: `The mailbox cannot be read: ${nameError(error)}.\nCheck IMAP_URL: host, port, user, password and folder (percent-encode special characters). A remote server must offer TLS.`,
      uk: `Скриньку не прочитати: ${nameError(error)}.\nПеревірте IMAP_URL: сервер, порт, користувача, пароль і теку (спеціальні знаки через %). Віддалений сервер має підтримувати TLS.`,
    })
  } finally {
    client.close()
  }
}
