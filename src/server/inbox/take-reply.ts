import { insertEmails } from '../db/emails'
import { findOrder, lockOrder, lockOrdersOfNotice } from '../db/orders'
import { insertPhotos } from '../db/photos'
import type { ReplyTarget } from '../db/replies'
import { beginReply, countQuestions, finishReply } from '../db/replies'
import type { Order } from '../db/schema'
import { inTransaction, type Queryable } from '../db/store'
import type { UnclearReason } from '../emails/locales/en'
import {
  type Reply,
  type ReplyResult,
  replyTakenEmail,
  replyUnclearEmail,
} from '../emails/reply-emails'
import {
  type LightingServices,
  lightCandle,
  reportDelayMs,
  unlightCandle,
} from '../orders/light-candle'
import type { Judgement, ReplyHeaders } from './reply-headers'
import type { ReplyMeaning } from './reply-meaning'

/** `ignored`: not answered. `repeated`: handled before. */
export type ReplyOutcome = 'taken' | 'asked' | 'ignored' | 'repeated'

const dayMs = 86_400_000
/** Older mails get no question back. */
const freshMs = 2 * dayMs
/** Questions back within a day, so that two programs do not answer each other for ever. */
const maxQuestions = 20
/** About one notice, or about none, to unverified senders. */
const maxToStrangers = 3

export interface ReplyContent {
  subject: string
  meaning: ReplyMeaning
  /** Re-encoded JPEGs. */
  photos: Buffer[]
  /** Pictures that could not be used, and why the last of them could not. */
  unusable: number
  reason: UnclearReason | null
}

export interface IncomingReply {
  headers: ReplyHeaders
  judgement: Judgement
  /** ms since 1970. */
  receivedAt: number
  /** Reads the rest of the mail; throws if the mailbox does not answer. */
  readContent(): Promise<ReplyContent>
}

/** After that it is only answered: it crashes the process, or the connection breaks each time. */
const maxAttempts = 5

/** Stores the reply as begun first, so that one that crashes the process is not tried for ever. */
export async function takeReply(
  services: LightingServices,
  incoming: IncomingReply,
): Promise<ReplyOutcome> {
  const { store, now } = services
  const { headers, judgement } = incoming
  const notice = judgement.target?.code ?? null
  const attempts = await beginReply(store.db, { id: headers.id, notice }, now())
  if (attempts === null) return 'repeated'
  const isReadable = judgement.reason === null && attempts <= maxAttempts
  const content = isReadable ? await incoming.readContent() : null
  return inTransaction(store, trx => {
    const work = { services, trx, incoming }
    return content && judgement.target
      ? act(work, judgement.target, content)
      : ask(work, judgement.reason ?? 'unclear', '')
  })
}

interface Work {
  services: LightingServices
  trx: Queryable
  incoming: IncomingReply
}

async function act(work: Work, target: ReplyTarget, content: ReplyContent): Promise<ReplyOutcome> {
  const { services, trx, incoming } = work
  const { id } = incoming.headers
  const { meaning, photos, subject, unusable } = content
  const all = await lockTarget(trx, target)
  const chosen = chooseOrders(all, target, meaning)
  const reason = findDoubt(all, chosen, target, content)
  if (reason) return ask(work, reason, subject)
  if (!(await finishReply(trx, id, 'taken'))) return 'repeated'

  const now = services.now()
  const orders: ReplyResult['orders'] = []
  let readers = 0
  if (meaning.kind === 'undo') {
    for (const order of meaning.numbers.length === 0 ? lastLit(chosen) : chosen)
      orders.push([await unlightCandle(services, trx, order, id), order])
  } else {
    const count = photos.length
    const photoSet = count > 0 ? { id: await insertPhotos(trx, photos, now), count } : null
    for (const order of chosen) {
      const { kind, isReported } = await lightCandle(services, trx, order, { photoSet, by: id })
      orders.push([kind, order])
      if (isReported) readers += 1
    }
  }
  const left = target.kind === 'digest' ? await lockTarget(trx, target) : []
  const email = replyTakenEmail(services.emailSettings, toReply(incoming, subject), {
    orders,
    remaining: left.filter(order => order.fulfilment === 'waiting'),
    photos: photos.length,
    unusable,
    readers,
    readAt: now + reportDelayMs,
  })
  await insertEmails(trx, [email], now)
  return 'taken'
}

/** Without erased orders. */
async function lockTarget(trx: Queryable, { kind, code }: ReplyTarget): Promise<Order[]> {
  const orders =
    kind === 'digest' ? await lockOrdersOfNotice(trx, code) : [await lockOrder(trx, { code })]
  return orders.flatMap(order => (order?.erasedAt === null ? [order] : []))
}

function chooseOrders(all: Order[], { kind }: ReplyTarget, meaning: ReplyMeaning): Order[] {
  if (kind === 'order') return all
  if (meaning.numbers.length === 0) return all.filter(order => order.fulfilment !== 'cancelled')
  const numbers = new Set(meaning.numbers)
  return all.filter(({ noticeNumber }) => numbers.has(noticeNumber ?? 0))
}

/** null: the reply is clear. */
function findDoubt(
  all: Order[],
  chosen: Order[],
  { kind }: ReplyTarget,
  { meaning, photos, reason }: ReplyContent,
): UnclearReason | null {
  if (all.length === 0) return 'unknown-order'
  const isDigest = kind === 'digest'
  const isClear = meaning.kind !== 'unclear'
  if (isDigest && isClear && new Set(meaning.numbers).size > chosen.length) return 'unknown-number'
  if (meaning.kind === 'undo' || meaning.kind === 'lit') return null
  if (isDigest && meaning.kind === 'numbers') return null
  // With a digest, a photo says which candles only if the words next to it are clear.
  if (photos.length > 0 && (isClear || !isDigest)) return null
  return reason ?? 'unclear'
}

/** A “no” without numbers takes back what the last reply lit. */
function lastLit(orders: Order[]): Order[] {
  const lit = orders.filter(order => order.fulfilment === 'lit')
  const [last] = lit.toSorted((one, other) => (other.litAt ?? 0) - (one.litAt ?? 0))
  return last ? lit.filter(order => order.litBy === last.litBy) : orders
}

/** Asks back, unless the mail is old or too many questions were sent. */
async function ask(
  { services, trx, incoming }: Work,
  reason: UnclearReason,
  subject: string,
): Promise<ReplyOutcome> {
  const { headers, judgement, receivedAt } = incoming
  const now = services.now()
  const asked = await countQuestions(trx, now - dayMs, judgement.target?.code ?? null)
  const limit = judgement.reason === null ? maxQuestions : maxToStrangers
  const silent = receivedAt < now - freshMs || asked >= limit
  if (!(await finishReply(trx, headers.id, silent ? `silent:${reason}` : 'asked')))
    return 'repeated'
  if (silent) return 'ignored'
  const reply = toReply(incoming, subject)
  const { target } = reply
  const order = target?.kind === 'order' ? await findOrder(trx, { code: target.code }) : undefined
  const email = replyUnclearEmail(services.emailSettings, reply, reason, order ?? null)
  await insertEmails(trx, [email], now)
  return 'asked'
}

function toReply({ headers, judgement }: IncomingReply, subject: string): Reply {
  const { id, sender, thread } = headers
  const target = judgement.reason === null ? judgement.target : null
  return { id, sender: sender ?? '', subject, thread, target }
}
