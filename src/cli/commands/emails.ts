import { Option } from '@commander-js/extra-typings'
import { findEmailById } from '../../server/db/emails'
import { listEmails, retryEmails } from '../../server/db/operate-emails'
import { type AddCommand, CommandError, type Context, exitCodes } from '../context'
import { formatTime, table } from '../print'

const limit = 100

export const addEmails: AddCommand = (program, context) =>
  program
    .command('emails')
    .description('list the outbox, show one email, retry failed emails')
    .argument('[id]')
    .addOption(new Option('--state <state>').choices(['waiting', 'failed', 'sent'] as const))
    .option('--retry', 'retry all failed emails, or only this one')
    // An id may begin with a hyphen.
    .allowUnknownOption()
    .action(async (id, { state, retry }) => {
      const { db } = await context.openStore()
      if (retry) {
        const retried = await retryEmails(db, context.now(), id)
        return context.print(
          { retried },
          `${retried} emails will be retried by the running server.`,
        )
      }
      if (id !== undefined) return printEmail(context, id)
      const emails = await listEmails(db, { ...(state && { state }), limit })
      const lines = table(emails, [
        ['ID', email => email.id],
        ['KIND', email => email.kind],
        ['STATE', email => email.state],
        ['TRIES', email => email.attempts],
        ['WRITTEN', email => formatTime(email.createdAt)],
        ['SENT', email => formatTime(email.sentAt)],
        ['TO', email => email.recipient],
        ['LAST ERROR', email => email.lastError ?? ''],
      ])
      if (emails.length === limit) lines.push(`Only ${limit} are shown; narrow down with --state.`)
      const { smtpUrl, folder } = context.config.mail
      if (smtpUrl === null)
        lines.push('', `Sent emails are files in ${folder} (SMTP_URL is not set).`)
      context.print(emails, ...(emails.length === 0 ? ['No such emails.'] : lines))
    })

async function printEmail(context: Context, id: string): Promise<void> {
  const email = await findEmailById((await context.openStore()).db, id)
  if (!email) throw new CommandError(`There is no email ${id}.`, exitCodes.notFound)
  const { html: _html, ...data } = email
  const failure = email.lastError ? `, ${email.lastError}` : ''
  context.print(
    data,
    `To        ${email.recipient}`,
    `Reply to  ${email.replyTo ?? '-'}`,
    `Subject   ${email.subject}`,
    `State     ${email.state}, ${email.attempts} tries${failure}`,
    `Sent      ${formatTime(email.sentAt)}`,
    '',
    ...email.text.split('\n'),
  )
}
