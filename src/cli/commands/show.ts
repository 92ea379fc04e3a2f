import { findDonation } from '../../server/db/donations'
import { findOrder, listHistory, parseOrderKey } from '../../server/db/orders'
import { listEmailsAbout } from '../../server/db/outbox-admin'
import type { Donation, HistoryEntry, LearnedBy, Order } from '../../server/db/schema'
import { isPaymentIntentId } from '../../shared/payment-intent'
import { type AddCommand, notFound } from '../context'
import { describeOrder } from '../describe-order'
import { formatUah, listFields, table } from '../print'

/** Shows an order, or a payment that was never completed or never got an order. */
export const addShow: AddCommand = (program, context) =>
  program
    .command('show')
    .description('show one order or payment, with its emails and history')
    .argument('<code>', 'K7F3-9QXM, or the payment’s pi_… of the provider’s dashboard')
    .action(async typed => {
      const { db } = await context.openStore()
      const order = await findOrder(db, parseOrderKey(typed))
      const payment = order?.paymentIntentId ?? (isPaymentIntentId(typed) ? typed : null)
      const donation = payment ? await findDonation(db, payment) : undefined
      if (!order && !donation) throw notFound(`There is no order ${typed}.`)
      const entries = order ? await listHistory(db, order.id) : []
      const subjects = [order, ...entries].flatMap(each => (each ? [each.id] : []))
      const emails = await listEmailsAbout(db, subjects)
      const history = [
        ...(donation ? tellPayment(donation) : []),
        ...(order ? tellOrder(order) : []),
        ...entries.map(({ at, event, detail }) => ({ at, event, detail })),
      ].sort((one, other) => one.at - other.at)
      const described = {
        ...(order && describeOrder(order)),
        ...(donation && describePayment(donation)),
      }
      const columns = ['createdAt', 'sentAt', 'kind', 'state', 'lastError'] as const
      context.print(
        { ...described, emails, history },
        ...(order ? [] : ['This payment has no order.']),
        ...listFields(described, context.timeZone),
        '',
        ...table(emails, [...columns], context.timeZone),
        '',
        ...table(history, ['at', 'event', 'detail'], context.timeZone),
      )
    })

/** Describes the payment as the provider told it, without secrets and drafts. */
function describePayment(donation: Donation) {
  const { state, succeededAt, receivedKopiykas, refundedKopiykas, failures, livemode } = donation
  return {
    paymentIntentId: donation.paymentIntentId,
    paymentState: state,
    paidAt: succeededAt === null ? null : new Date(succeededAt).toISOString(),
    receivedUah: receivedKopiykas / 100,
    refundedUah: refundedKopiykas / 100,
    disputed: donation.disputed,
    declinedCards: failures,
    mode: livemode ? 'live' : 'test',
  }
}

/** Tells when the payment was started, and when and how its success became known. */
function tellPayment({
  amountKopiykas,
  createdAt,
  succeededAt,
  receivedKopiykas,
  learnedBy,
}: Donation): HistoryEntry[] {
  const started = { at: createdAt, event: 'started', detail: `${formatUah(amountKopiykas)} UAH` }
  if (succeededAt === null) return [started]
  const how = learnedBy ? `, ${learnedHow[learnedBy]}` : ''
  const detail = `${formatUah(receivedKopiykas)} UAH${how}`
  return [started, { at: succeededAt, event: 'paid', detail }]
}

const learnedHow: Record<LearnedBy, string> = {
  order: 'found when the page sent the order',
  question: 'found when the page asked',
  webhook: 'told by a webhook',
  reconciler: 'found in the provider’s lists, without a webhook',
  check: 'found by a check of the server, without a webhook',
}

function tellOrder({ createdAt, channel }: Order): HistoryEntry[] {
  return [{ at: createdAt, event: 'ordered', detail: orderedBy[channel] }]
}

const orderedBy: Record<Order['channel'], string> = {
  page: 'by the page',
  form: 'by the page, without its script',
  api: 'by another program',
  payment: 'by the server, of a payment whose words never came',
}
