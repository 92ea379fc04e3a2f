import { hourMs, minuteMs } from '../../shared/durations'
import type { Donation, Order } from '../db/schema'
import { maxScheduleMs } from '../db/store'
import { staleAfterMs } from './donation'

/** When a payment is checked after its words came, if nobody has told what became of it, ms. */
export const firstCheckAfterMs = 60_000

/** How long a captured payment waits for its words before it becomes an order without them, ms. */
export const wordsGraceMs = 10 * minuteMs

/**
 * The pause before an old payment that the provider does not cancel is tried again, ms; it grows with
 * the payment's age up to a day. A thousand of them, three calls each, are one call a second.
 */
const rejectedPauseMs = hourMs

/** Unpaid payments of this age (ms) should be canceled; the server may have been down for a while. */
export const uncanceledAfterMs = staleAfterMs + 2 * rejectedPauseMs

/** How long an answered order waits for its payment before it counts as claimed, ms. */
export const claimGraceMs = 10 * minuteMs

interface Known {
  donation: Donation
  order: Order | undefined
  /** The provider answered. */
  isRead: boolean
}

/**
 * ms since 1970; null: nothing more is expected of it. A captured payment with an order that could
 * not be read may have been refunded or disputed: an event scheduled its check.
 */
export function findNextCheck({ donation, order, isRead }: Known, now: number): number | null {
  const claimAt = order ? null : findClaimTime(donation, now)
  if (donation.state === 'canceled') return claimAt
  const pauseEnd = now + pauseAfter(donation.checkAttempts, now - donation.createdAt)
  if (donation.state === 'succeeded') {
    if (!order) return findDueTime(donation, now)
    return isRead ? null : pauseEnd
  }
  // The order waits for as long as the bank takes.
  if (donation.state === 'processing') return pauseEnd
  const soon = Math.min(pauseEnd, claimAt ?? Infinity)
  if (!isRead) return soon
  // Open: can be paid until it is canceled. A row from the future counts as new.
  const stale = Math.min(donation.createdAt, now) + staleAfterMs
  if (stale <= now) return Math.min(claimAt ?? Infinity, Math.max(pauseEnd, now + rejectedPauseMs))
  return order || donation.draft !== null ? Math.min(stale, soon) : stale
}

/** Whether an answered order has waited long enough for its payment: the temple is told of it as claimed. */
export function isClaimDue({ state, answeredAt }: Donation, now: number): boolean {
  // A time to come was written by a wrong clock.
  const isOver = answeredAt !== null && Math.abs(now - answeredAt) >= claimGraceMs
  return isOver && state !== 'processing'
}

/** null: nothing was answered. If it is due already, its words cannot be read, and no order comes of them. */
function findClaimTime(donation: Donation, now: number): number | null {
  const { answeredAt } = donation
  if (answeredAt === null || isClaimDue(donation, now)) return null
  return Math.min(answeredAt, now) + claimGraceMs
}

/** When a captured payment without words becomes an order, ms. */
export function findDueTime({ succeededAt }: Donation, now: number): number {
  return Math.min(succeededAt ?? 0, now) + wordsGraceMs
}

/** Doubling from 2 s to 15 min, then a fiftieth of the age, up to a day. */
function pauseAfter(attempts: number, ageMs: number): number {
  return Math.min(Math.max(backoffMs(attempts), Math.round(ageMs / 50)), maxScheduleMs - hourMs)
}

/** The pause before the next try, ms: 2 s after the first, then doubling to 15 min. */
function backoffMs(attempts: number): number {
  return Math.min(2_000 * 2 ** Math.max(0, attempts - 1), 15 * minuteMs)
}
