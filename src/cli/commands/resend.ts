import { insertEmails } from '../../server/db/emails'
import { sendEmailsAgain } from '../../server/db/operate-emails'
import { addHistory, lockOrderByCode, updateOrder } from '../../server/db/orders'
import { inTransaction } from '../../server/db/store'
import { createEmailSettings } from '../../server/emails/layout'
import { candleLitEmails, thanksEmails } from '../../server/emails/order-emails'
import { reportDelayMs } from '../../server/orders/light-candle'
import { looksLikeEmail } from '../../shared/plain-text'
import { type AddCommand, CommandError, noOrder, usageError } from '../context'

export const addResend: AddCommand = (program, context) =>
  program
    .command('resend')
    .description('send the donor’s emails of an order again, also to a corrected address')
    .argument('<code>')
    .option('--to <address>', 'a corrected address, stored in the order')
    .action(async (named, { to }) => {
      const store = await context.openStore()
      const now = context.now()
      const settings = createEmailSettings(context.config, null)
      const sent = await inTransaction(store, async trx => {
        const found = await lockOrderByCode(trx, named)
        if (!found) throw noOrder(named)
        const { code } = found
        if (found.erasedAt !== null)
          throw new CommandError(`The personal data of order ${code} were erased.`)
        const email = to ?? found.email
        if (email === null || !looksLikeEmail(email))
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
        const count = await sendEmailsAgain(trx, order, email, { now, reportsAt })
        return { code, to: email, emails: count }
      })
      context.print(
        sent,
        `The running server sends ${sent.emails} emails of order ${sent.code} to ${sent.to}.`,
      )
    })
