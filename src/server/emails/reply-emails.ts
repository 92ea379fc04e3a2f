import type { ReplyTarget } from '../db/replies'
import type { Email, EmailKind, Order } from '../db/schema'
import { formatName, type LocalTexts, orderFacts } from './format'
import {
  type EmailSettings,
  facts,
  goodNews,
  type Message,
  notice,
  paragraph,
  toTemple,
} from './layout'
import type { EmailTexts, UnclearReason } from './locales/en'
import { subjectNameLimit } from './order-emails'
import { replyAddress } from './reply-address'

export interface Reply {
  id: string
  sender: string
  subject: string
  /** Message-IDs of its thread, its own last. */
  thread: string[]
  /** null: it answers none of our emails. */
  target: ReplyTarget | null
}

/** What became of an order that a reply was about. */
export type OrderOutcome = keyof EmailTexts['replyTaken']['outcomes']

export interface ReplyResult {
  orders: [OrderOutcome, Order][]
  /** Orders of the digest that still wait. */
  remaining: Order[]
  photos: number
  unusable: number
  /** How many donors get a report, and when (ms). */
  readers: number
  readAt: number
}

const outcomeBlocks = [
  ['lit', goodNews],
  ['photo-added', goodNews],
  ['unlit', notice],
  ['corrected', notice],
  ['uncorrected', notice],
  ['already-lit', paragraph],
  ['not-lit', paragraph],
] as const

export function replyTakenEmail(
  settings: EmailSettings,
  reply: Reply,
  { orders, remaining, photos, unusable, readers, readAt }: ReplyResult,
): Email {
  return toReplier(settings, reply, 'temple-reply-taken', texts => {
    const own = texts.replyTaken
    const name = (named: Order[]) => nameOrders(named, reply.target, texts)
    const isLit = orders.some(([outcome]) => outcome === 'lit')
    const isNews = isLit || orders.some(([outcome]) => outcome === 'photo-added')
    return {
      heading: own.heading,
      blocks: [
        ...outcomeBlocks.map(([outcome, block]) => {
          const named = orders.filter(each => each[0] === outcome).map(([, order]) => order)
          return named.length > 0 && block(own.outcomes[outcome](name(named)))
        }),
        // A report carries one set of photos: no other would be used.
        unusable > 0 && photos === 0 && notice(own.unusable(unusable)),
        isNews &&
          paragraph(
            readers > 0 ? own.readers(readers, texts.formatClock(readAt), photos) : own.noReaders,
          ),
        remaining.length > 0 && paragraph(own.remaining(name(remaining))),
        isLit && paragraph(readers > 0 ? `${own.undo} ${own.undoUntil}` : own.undo),
      ],
    }
  })
}

/** A question back: nothing was done. */
export function replyUnclearEmail(
  settings: EmailSettings,
  reply: Reply,
  reason: UnclearReason,
  order: Order | null,
): Email {
  return toReplier(settings, reply, 'temple-reply-unclear', texts => {
    const own = texts.replyUnclear
    const isGone = reason === 'unknown-order'
    const advice =
      reply.target?.kind === 'digest' ? texts.digest.reply : texts.notice.replyWithPhoto
    return {
      heading: own.heading,
      blocks: [
        notice(own.reasons[reason]),
        !isGone && reply.target !== null && paragraph(advice),
        !isGone && order?.fulfilment === 'lit' && paragraph(texts.replyTaken.undo),
        order !== null && facts(orderFacts(order, texts)),
      ],
    }
  })
}

/** Stays in the reply's thread. */
function toReplier(
  settings: EmailSettings,
  reply: Reply,
  kind: EmailKind,
  write: (texts: LocalTexts) => Pick<Message, 'heading' | 'blocks'>,
): Email {
  const subject = reply.subject.replace(/^(\s*(re|fwd?|відп|отв)\s*:)+\s*/i, '').slice(0, 200)
  return toTemple(settings, texts => {
    const message = write(texts)
    return {
      ...message,
      kind,
      subjectId: reply.id,
      recipient: reply.sender,
      replyTo: reply.target && replyAddress(settings, reply.target),
      thread: reply.thread.join(' ') || null,
      subject: subject ? `Re: ${subject}` : message.heading,
    }
  })
}

/** `K7F3-9QXM, Іван`, or the numbers in the digest: `1, 3, 5–7`. */
function nameOrders(orders: Order[], target: ReplyTarget | null, texts: LocalTexts): string {
  if (target?.kind !== 'digest')
    return orders
      .map(each => `${each.code}, ${formatName(each, texts, subjectNameLimit)}`)
      .join('; ')
  const numbers = orders.flatMap(order => order.noticeNumber ?? []).sort((a, b) => a - b)
  const runs: [first: number, last: number][] = []
  for (const number of numbers) {
    const run = runs.at(-1)
    if (run && run[1] === number - 1) run[1] = number
    else runs.push([number, number])
  }
  return runs.map(([first, last]) => (first === last ? first : `${first}–${last}`)).join(', ')
}
