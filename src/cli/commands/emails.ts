import { findEmailById } from '../../server/db/emails'
import { type EmailStanding, listEmails, retryEmails } from '../../server/db/operate-emails'
import type { Store } from '../../server/db/store'
import { type Command, CommandError, exitCodes, type Report, report } from '../command'
import { type Line, showTime, table } from '../print'

const states = ['waiting', 'failed', 'sent'] as const

const shown = 100

/** The outbox: what waits, what was given up, what one email says. */
export const emailsCommand: Command = {
  name: 'emails',
  operands: '[ID]',
  summary: {
    en: 'lists the outbox, shows one email, tries given-up emails again',
    uk: 'показує чергу листів або один лист, надсилає невдалі ще раз',
  },
  examples: ['emails', 'emails --state failed', 'emails ID', 'emails --retry', 'emails ID --retry'],
  options: {
    state: { value: states.join('|'), en: 'default: all', uk: 'типово всі' },
    retry: {
      en: 'lets given-up emails (or the one named) be tried again',
      uk: 'невдалі листи (або названий) буде надіслано ще раз',
    },
  },
  async run(shop, call) {
    const [id] = call.operands
    const store = await shop.openStore()
    if (call.flag('retry')) {
      const retried = await retryEmails(store.db, shop.now(), id)
      const en = `${retried} emails will be tried again by the running server.`
      return report({ retried }, { en, uk: `Сервер надішле ще раз листів: ${retried}.` })
    }
    if (id) return showEmail(store, id)
    const state = call.choice('state', states)
    const emails = await listEmails(store.db, { ...(state && { state }), limit: shown })
    const none = { en: 'No such emails.', uk: 'Таких листів немає.' }
    const lines = [emails.length === 0 ? none : layOut(emails)]
    if (emails.length === shown)
      lines.push({
        en: `Not more than ${shown} are shown; --state narrows them down.`,
        uk: `Показано не більше ${shown}; --state звужує вибір.`,
      })
    const { smtpUrl, folder } = shop.config.mail
    if (smtpUrl === null)
      lines.push({
        en: `\nSent emails are files in ${folder} (no SMTP_URL is set).`,
        uk: `\nНадіслані листи лежать файлами в ${folder} (SMTP_URL не задано).`,
      })
    return report(emails, ...lines)
  },
}

async function showEmail(store: Store, id: string): Promise<Report> {
  const email = await findEmailById(store.db, id)
  if (!email)
    throw new CommandError(
      { en: `There is no email ${id}.`, uk: `Листа ${id} немає.` },
      exitCodes.notFound,
    )
  const { html: _html, ...said } = email
  const { recipient, replyTo, subject, state, attempts, sentAt } = email
  const failure = email.lastError ? `, ${email.lastError}` : ''
  return report(
    said,
    { en: `To        ${recipient}`, uk: `Кому      ${recipient}` },
    { en: `Reply to  ${replyTo ?? '-'}`, uk: `Відповідь ${replyTo ?? '-'}` },
    { en: `Subject   ${subject}`, uk: `Тема      ${subject}` },
    {
      en: `State     ${state}, ${attempts} tries${failure}`,
      uk: `Стан      ${state}, спроб: ${attempts}${failure}`,
    },
    { en: `Sent      ${showTime(sentAt)}`, uk: `Надіслано ${showTime(sentAt)}` },
    '',
    ...email.text.split('\n'),
  )
}

function layOut(emails: EmailStanding[]): Line {
  return table(emails, [
    ['ID', 'ID', email => email.id],
    ['KIND', 'ВИД', email => email.kind],
    ['STATE', 'СТАН', email => email.state],
    ['TRIES', 'СПРОБ', email => email.attempts],
    ['WRITTEN', 'НАПИСАНО', email => showTime(email.createdAt)],
    ['SENT', 'НАДІСЛАНО', email => showTime(email.sentAt)],
    ['TO', 'КОМУ', email => email.recipient],
    ['LAST ERROR', 'ПОМИЛКА', email => email.lastError ?? ''],
  ])
}
