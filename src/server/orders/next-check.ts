import { hourMs, minuteMs } from '../../shared/durations'
import type { Donation, Order } from '../db/schema'
import { maxScheduleMs } from '../db/store'
import { isUndecided, staleAfterMs } from './donation'

/** How long the browser has to send its order before the draft becomes one, ms. */
export const draftGraceMs = 60_000

/** How long a captured payment may lack order and draft before it gets a ticket, ms. */
export const ticketGraceMs = 10 * minuteMs

/**
 * The pause before an old payment that the provider does not cancel is tried again, ms; it grows with
 * the payment's age up to a day. A thousand of them, three calls each, are one call a second.
 */
const rejectedPauseMs = hourMs

/** Unpaid payments of this age (ms) should be canceled; the server may have been down for a while. */
export const uncanceledAfterMs = staleAfterMs + 2 * rejectedPauseMs

interface Known {
  donation: Donation
  order: Order | undefined
  hasTicket: boolean
  /** The provider answered. */
  isRead: boolean
}

/**
 * ms since 1970; null: never, for a canceled intent, and a captured payment with an order or a ticket that
 * was read. One that could not be read may have been refunded or disputed: an event scheduled its check.
 */
export function findNextCheck(
  { donation, order, hasTicket, isRead }: Known,
  now: number,
): number | null {
  if (donation.state === 'canceled') return null
  const pauseEnd = now + pauseAfter(donation.checkAttempts, now - donation.createdAt)
  if (donation.state === 'succeeded') {
    if (!order && !hasTicket) return findDueTime(donation, now)
    return isRead ? null : pauseEnd
  }
  // The order waits for as long as the bank takes.
  if (donation.state === 'processing') return pauseEnd
  const soon = Math.min(pauseEnd, findGraceEnd(order, now))
  if (!isRead) return soon
  // Open: can be paid until it is canceled. A row from the future counts as new.
  const stale = Math.min(donation.createdAt, now) + staleAfterMs
  if (stale <= now)
    return Math.min(findGraceEnd(order, now), Math.max(pauseEnd, now + rejectedPauseMs))
  return order || donation.draft !== null ? Math.min(stale, soon) : stale
}

/** When an order whose payment is still undecided is reported to the temple as claimed. */
function findGraceEnd(order: Order | undefined, now: number): number {
  if (!order || !isUndecided(order.payment)) return Infinity
  return Math.max(order.createdAt + ticketGraceMs, now + backoffMs(1))
}

/** When a captured payment without an order gets one from its draft, or else a ticket, ms. */
export function findDueTime({ succeededAt, draft }: Donation, now: number): number {
  return Math.min(succeededAt ?? 0, now) + (draft !== null ? draftGraceMs : ticketGraceMs)
}

/** Doubling from 2 s to 15 min, then a fiftieth of the age, up to a day. */
function pauseAfter(attempts: number, ageMs: number): number {
  return Math.min(Math.max(backoffMs(attempts), Math.round(ageMs / 50)), maxScheduleMs - hourMs)
}

/** The pause before the next try, ms: 2 s after the first, then doubling to 15 min. */
function backoffMs(attempts: number): number {
  return Math.min(2_000 * 2 ** Math.max(0, attempts - 1), 15 * minuteMs)
}
