import { Option } from '@commander-js/extra-typings'
import { findEmailById, insertEmails } from '../../server/db/emails'
import { listEmails, retryEmails, sendEmailsAgain } from '../../server/db/operate-emails'
import { addHistory, lockOrder, readOrderKey, updateOrder } from '../../server/db/orders'
import { inTransaction } from '../../server/db/store'
import { createEmailSettings } from '../../server/emails/layout'
import { candleLitEmails, thanksEmails } from '../../server/emails/order-emails'
import { reportDelayMs } from '../../server/orders/light-candle'
import { isPending } from '../../server/orders/save-order'
import { toMailAddress } from '../../shared/email-address'
import { type AddCommand, CommandError, type Context, notFound, usageError } from '../context'
import { count, listFields, table } from '../print'

const limit = 100

export const addEmails: AddCommand = (program, context) =>
  program
    .command('emails')
    .description('list the outbox, show one email, retry failed emails')
    .argument('[id]')
    .addOption(new Option('--state <state>').choices(['waiting', 'failed', 'sent'] as const))
    .option('--retry', 'retry all failed emails, or only this one')
    .action(async (id, { state, retry }) => {
      const { db } = await context.openStore()
      if (retry) {
        const retried = await retryEmails(db, context.now(), id)
        return context.print({ retried }, `Queued for retry: ${retried}.`)
      }
      if (id !== undefined) return printEmail(context, id)
      const emails = await listEmails(db, { ...(state && { state }), limit })
      const columns = ['id', 'kind', 'state', 'attempts', 'createdAt', 'sentAt'] as const
      const lines = table(emails, [...columns, 'recipient', 'lastError'], context.timeZone)
      if (emails.length === limit) lines.push(`Only ${limit} are shown; narrow down with --state.`)
      context.print(emails, ...(emails.length === 0 ? ['No such emails.'] : lines))
    })

async function printEmail(context: Context, id: string): Promise<void> {
  const email = await findEmailById((await context.openStore()).db, id)
  if (!email) throw notFound(`There is no email ${id}.`)
  const { htmlBody: _html, sheetHtml: _sheet, textBody: text, ...data } = email
  context.print({ ...data, text }, ...listFields(data, context.timeZone), '', ...text.split('\n'))
}

export const addResend: AddCommand = (program, context) =>
  program
    .command('resend')
    .description('send an order’s emails to its donor again, also to a corrected address')
    .argument('<code>')
    .option('--to <address>', 'a corrected address, stored in the order')
    .action(async (named, { to }) => {
      const store = await context.openStore()
      const now = context.now()
      const settings = createEmailSettings(context.config)
      const sent = await inTransaction(store, async trx => {
        const found = await lockOrder(trx, readOrderKey(named))
        if (!found) throw notFound(`There is no order ${named}.`)
        const { code } = found
        if (found.erasedAt !== null)
          throw new CommandError(`The personal data of order ${code} were erased.`)
        if (isPending(found.payment))
          throw new CommandError(
            `The payment of order ${code} is still being checked: try again later.`,
          )
        const email = to ?? found.email
        if (email === null || toMailAddress(email) === null)
          throw usageError(`Order ${code} has no valid address: name one with --to.`)
        const order = { ...found, email }
        if (email !== found.email) {
          await updateOrder(trx, order.id, { email })
          const event = 'address corrected'
          await addHistory(trx, { orderId: order.id, at: now, event, detail: '' })
        }
        // Writes what was skipped for lack of an address; the outbox ignores the rest.
        const emails = [
          ...thanksEmails(settings, order),
          ...(order.fulfilment === 'lit' ? candleLitEmails(settings, order, null) : []),
        ]
        await insertEmails(trx, emails, now)
        const reportsAt = (order.litAt ?? 0) + reportDelayMs
        const count = await sendEmailsAgain(trx, order.id, email, { now, reportsAt })
        return { code, to: email, emails: count }
      })
      context.print(
        sent,
        `Queued for order ${sent.code}: ${count(sent.emails, 'email')} to ${sent.to}.`,
      )
    })
