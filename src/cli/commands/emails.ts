import { Option } from '@commander-js/extra-typings'
import { findEmailById } from '../../server/db/emails'
import { listEmails, retryEmails } from '../../server/db/outbox-admin'
import type { Queryable } from '../../server/db/store'
import { createEmailSettings } from '../../server/emails/layout'
import { resendEmails } from '../../server/orders/resend-emails'
import { type AddCommand, CommandError, type Context, notFound, usageError } from '../context'
import { count, listFields, table } from '../print'

const limit = 100

export const addEmails: AddCommand = (program, context) =>
  program
    .command('emails')
    .description('list the outbox, show one email, or try again what was not delivered')
    .argument('[id]')
    .addOption(new Option('--state <state>').choices(['waiting', 'failed', 'sent'] as const))
    .option('--retry', 'try all that were not delivered again now, or only this one')
    .action(async (id, { state, retry }) => {
      const { db } = await context.openStore()
      if (retry) {
        const retried = await retryEmails(db, context.now(), id)
        if (retried === 0 && id !== undefined) throw await notRetried(db, id)
        return context.print(
          { retried },
          retried > 0 ? `Tried again now: ${retried}.` : 'There is nothing to retry.',
        )
      }
      if (id !== undefined) return printEmail(context, id)
      const emails = await listEmails(db, { ...(state && { state }), limit })
      const columns = ['id', 'kind', 'state', 'attempts', 'createdAt', 'sentAt'] as const
      const lines = table(emails, [...columns, 'recipient', 'lastError'], context.timeZone)
      if (emails.length === limit) lines.push(`Only ${limit} are shown; narrow down with --state.`)
      context.print(emails, ...(emails.length === 0 ? ['No such emails.'] : lines))
    })

async function notRetried(db: Queryable, id: string): Promise<CommandError> {
  const email = await findEmailById(db, id)
  if (!email) return noEmail(id)
  return new CommandError(
    email.state === 'failed'
      ? `The personal data of email ${id} were erased.`
      : `Email ${id} has not failed: it is ${email.state}.`,
  )
}

const noEmail = (id: string) => notFound(`There is no email ${id}.`)

async function printEmail(context: Context, id: string): Promise<void> {
  const email = await findEmailById((await context.openStore()).db, id)
  if (!email) throw noEmail(id)
  const { htmlBody: _html, textBody: text, ...data } = email
  context.print({ ...data, text }, ...listFields(data, context.timeZone), '', ...text.split('\n'))
}

export const addResend: AddCommand = (program, context) =>
  program
    .command('resend')
    .description('send an order’s emails to its donor again, also to a corrected address')
    .argument('<code>')
    .option('--to <address>', 'a corrected address, stored in the order')
    .action(async (typed, { to }) => {
      const store = await context.openStore()
      const emailSettings = createEmailSettings(context.config)
      const outcome = await resendEmails({ store, emailSettings, now: context.now }, typed, to)
      const { kind, code } = outcome
      switch (kind) {
        case 'missing':
          throw notFound(`There is no order ${code}.`)
        case 'erased':
          throw new CommandError(`The personal data of order ${code} were erased.`)
        case 'not-paid':
          throw new CommandError(
            `Order ${code} has no confirmed donation: emails go only to those who donated.`,
          )
        case 'no-address':
          throw usageError(`Order ${code} has no valid address: name one with --to.`)
        case 'queued': {
          const { to: address, emails } = outcome
          context.print(
            { code, to: address, emails },
            `Queued for order ${code}: ${count(emails, 'email')} to ${address}.`,
          )
        }
      }
    })
