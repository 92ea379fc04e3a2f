import * as v from 'valibot'
import { listOrders } from '../../server/db/orders'
import type { Order } from '../../server/db/schema'
import { type Command, report, UsageError, type Values } from '../command'
import { showTime, showUah } from '../print/figures'
import { layOutTable } from '../print/table'

const FilterSchema = v.object({
  state: v.optional(
    v.picklist(['waiting', 'lit', 'all'], '--state must be waiting, lit or all.'),
    'waiting',
  ),
  payment: v.optional(
    v.picklist(
      ['none', 'claimed', 'verifying', 'awaiting', 'paid', 'returned', 'disputed'],
      '--payment must be none, claimed, verifying, awaiting, paid, returned or disputed.',
    ),
  ),
  since: v.optional(
    v.pipe(
      v.string(),
      v.isoDate('--since must be a date such as 2026-11-20.'),
      v.transform(day => Date.parse(day)),
    ),
  ),
  limit: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[1-9]\d{0,4}$/, '--limit must be a number from 1 to 99999.'),
      v.transform(Number),
    ),
    '50',
  ),
})

/** Candles to light: waiting ones first, paid ones first among them. */
export const ordersCommand: Command = {
  word: 'orders',
  operands: '',
  summary: 'lists orders: waiting first, paid first, then the oldest',
  examples: ['orders', 'orders --state all --payment paid', 'orders --since 2026-11-01 --json'],
  options: {
    state: { type: 'string' },
    payment: { type: 'string' },
    since: { type: 'string' },
    limit: { type: 'string' },
  },
  optionHelp: [
    '--state waiting|lit|all   default: waiting',
    '--payment STATE           none, claimed, verifying, awaiting, paid, returned, disputed',
    '--since YYYY-MM-DD        ordered on that day or later (UTC)',
    '--limit N                 default: 50',
  ],
  async run({ store }, { values }) {
    const { state, payment, since, limit } = readFilter(values)
    const orders = await listOrders(store.db, {
      ...(state === 'all' ? {} : { fulfilment: state }),
      ...(payment === undefined ? {} : { payment }),
      ...(since === undefined ? {} : { since }),
      limit,
    })
    const lines = orders.length === 0 ? ['No such orders.'] : layOut(orders)
    return report(lines, orders.map(describeOrder))
  },
}

function readFilter(values: Values) {
  const parsed = v.safeParse(FilterSchema, values)
  if (!parsed.success) throw new UsageError(parsed.issues[0].message)
  return parsed.output
}

function layOut(orders: Order[]): string[] {
  return layOutTable(
    ['CODE', 'ORDERED', 'STATE', 'PAYMENT', 'UAH', 'FOR WHOM', 'PURPOSE', 'NOTES'],
    orders.map(order => [
      order.code,
      showTime(order.createdAt),
      order.fulfilment,
      order.payment,
      showUah(order.confirmedKopiykas),
      order.name,
      order.purpose,
      listNotes(order).join(', '),
    ]),
  )
}

/** What the temple should know before lighting. */
export function listNotes(order: Order): string[] {
  return [
    order.needsDetails && 'needs details',
    order.possibleDouble && 'possible double',
    order.shortened && 'shortened',
    order.source === 'draft' && 'finished by the server',
    order.erasedAt !== null && 'personal data erased',
  ].filter(note => note !== false)
}

/** An order for `--json`: what a person may need, without the technical traces. */
export function describeOrder(order: Order) {
  return {
    code: order.code,
    orderedAt: new Date(order.createdAt).toISOString(),
    state: order.fulfilment,
    litAt: order.litAt === null ? null : new Date(order.litAt).toISOString(),
    payment: order.payment,
    confirmedUah: order.confirmedKopiykas / 100,
    claimedUah: order.claimedKopiykas / 100,
    forWhom: order.name,
    purpose: order.purpose,
    email: order.email,
    language: order.language,
    notes: listNotes(order),
  }
}
