import { insertEmails } from '../../server/db/emails'
import { sendEmailsAgain } from '../../server/db/operate-emails'
import { addHistory, lockOrderByCode, updateOrder } from '../../server/db/orders'
import type { Order } from '../../server/db/schema'
import { inTransaction, type Queryable } from '../../server/db/store'
import { candleLitEmails, thanksEmails } from '../../server/emails/order-emails'
import { reportDelayMs } from '../../server/orders/light-candle'
import { looksLikeEmail } from '../../shared/email-pattern'
import {
  type Command,
  CommandError,
  exitCodes,
  noOrder,
  report,
  type Shop,
  usageError,
} from '../command'

/** The donor's emails once more, to an address that was mistyped or never given. */
export const resendCommand: Command = {
  name: 'resend',
  operands: 'CODE',
  summary: {
    en: 'sends the donor’s emails of an order again, also to a corrected address',
    uk: 'надсилає листи жертводавцеві ще раз, зокрема на виправлену адресу',
  },
  examples: ['resend K7F3-9QXM', 'resend K7F3-9QXM --to olha@example.org'],
  options: {
    to: {
      value: 'ADDRESS',
      en: 'the order keeps this address',
      uk: 'замовлення отримає цю адресу',
    },
  },
  async run(shop, call) {
    const [named] = call.codes()
    const store = await shop.openStore()
    const { order, count } = await inTransaction(store, async trx => {
      const found = await lockOrderByCode(trx, named)
      if (!found) throw new CommandError(noOrder(named), exitCodes.notFound)
      return resend(shop, trx, found, call.text('to') ?? found.email)
    })
    const { code, email } = order
    return report(
      { code, to: email, emails: count },
      {
        en: `${count} emails of order ${code} go to ${email} with the running server’s next ones.`,
        uk: `Листів за замовленням ${code}: ${count}; вони підуть на ${email} з наступними листами сервера.`,
      },
    )
  },
}

async function resend({ config, now }: Shop, trx: Queryable, found: Order, email: string | null) {
  if (found.erasedAt !== null)
    throw new CommandError({
      en: `The personal data of order ${found.code} were erased.`,
      uk: `Особисті дані замовлення ${found.code} стерто.`,
    })
  if (email === null || !looksLikeEmail(email))
    throw usageError({
      en: `Order ${found.code} has no working address: name one with --to.`,
      uk: `Замовлення ${found.code} не має робочої адреси: вкажіть її через --to.`,
    })
  const { mail, publicUrl, temple } = config
  const order = { ...found, email }
  const settings = { ...mail, publicUrl, temple, replyKey: null }
  if (email !== found.email) {
    await updateOrder(trx, order.id, { email })
    const at = now()
    await addHistory(trx, { orderId: order.id, at, event: 'address corrected', detail: '' })
  }
  // Those that were never written, because there was no address, are written now; the outbox
  // passes over those that it has.
  const written = [
    ...thanksEmails(settings, order),
    ...(order.fulfilment === 'lit' ? candleLitEmails(settings, order, null) : []),
  ]
  await insertEmails(trx, written, now(), publicUrl.hostname)
  return {
    order,
    count: await sendEmailsAgain(trx, order, email, {
      now: now(),
      reportsAt: (order.litAt ?? 0) + reportDelayMs,
    }),
  }
}
