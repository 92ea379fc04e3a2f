import { hourMs, minuteMs } from '../../shared/durations'
import type { Donation, Order } from '../db/schema'
import { maxScheduleMs } from '../db/store'
import { staleAfterMs } from './donation'

/** A payment is first checked so long after its words came, ms. */
export const firstCheckAfterMs = 60_000

/** A captured payment waits so long for its words before it becomes an order without them, ms. */
export const wordsGraceMs = 10 * minuteMs

/** A captured payment that still lacks an order after this time, ms, shows a fault of ours. */
export const sweptAfterMs = wordsGraceMs + 5 * minuteMs

/**
 * If the provider does not cancel an old payment, the next attempt waits at least so long, ms, and up to a
 * day as the payment ages. A thousand such payments cause one call a second.
 */
const rejectedPauseMs = hourMs

/** By this age every unpaid payment should be canceled, ms, even if the server was down for a while. */
export const uncanceledAfterMs = staleAfterMs + 2 * rejectedPauseMs

/** An answered order waits so long for its payment before it counts as claimed, ms. */
export const claimGraceMs = 10 * minuteMs

interface Known {
  donation: Donation
  order: Order | undefined
  isRead: boolean
}

/**
 * Returns when to check a payment again, in ms since 1970, or null if nothing more is expected. A captured
 * payment with an order is checked only because an event told of it. If it could not be read, it may have
 * been refunded or disputed, so the check is repeated.
 */
export function findNextCheck({ donation, order, isRead }: Known, now: number): number | null {
  const claimAt = order ? null : findClaimTime(donation, now)
  if (donation.state === 'canceled') return claimAt
  const pauseEnd = now + pauseAfter(donation.checkAttempts, now - donation.createdAt)
  if (donation.state === 'succeeded') {
    if (!order) return findWordlessTime(donation)
    return isRead ? null : pauseEnd
  }
  // A bank may take as long as it likes.
  if (donation.state === 'processing') return pauseEnd
  const soon = Math.min(pauseEnd, claimAt ?? Infinity)
  if (!isRead) return soon
  // An open payment can be paid until it is canceled. `createdAt` is a time of the provider's clock, which
  // may be far ahead of ours.
  const stale = Math.min(donation.createdAt, now) + staleAfterMs
  if (stale <= now) return Math.min(claimAt ?? Infinity, Math.max(pauseEnd, now + rejectedPauseMs))
  return order || donation.draft !== null ? Math.min(stale, soon) : stale
}

/** Returns whether an answered order has waited so long that the temple is told of it as claimed. */
export function isClaimDue({ state, answeredAt }: Donation, now: number): boolean {
  const isOver = answeredAt !== null && now - answeredAt >= claimGraceMs
  return isOver && state !== 'processing'
}

/** Returns when an answered order counts as claimed, ms, or null if none was answered or it does already. */
function findClaimTime(donation: Donation, now: number): number | null {
  const { answeredAt } = donation
  if (answeredAt === null || isClaimDue(donation, now)) return null
  return answeredAt + claimGraceMs
}

/** Returns when a captured payment without words becomes an order, ms. */
export function findWordlessTime({ succeededAt }: Donation): number {
  return (succeededAt ?? 0) + wordsGraceMs
}

/** The pause doubles from 2 s to 15 min. After that it is a fiftieth of the age, at most a day. */
function pauseAfter(attempts: number, ageMs: number): number {
  return Math.min(Math.max(backoffMs(attempts), Math.round(ageMs / 50)), maxScheduleMs - hourMs)
}

/** The pause doubles from 2 s to 15 min, in ms. */
function backoffMs(attempts: number): number {
  return Math.min(2_000 * 2 ** Math.max(0, attempts - 1), 15 * minuteMs)
}
