import type { Donation, Order } from '../db/schema'
import { maxScheduleMs } from '../db/store'
import { staleAfterMs } from './donation'

/** How long the browser has to bring its order itself before the draft becomes one, ms. */
export const draftGraceMs = 60_000

/** How long a captured payment may lack an order and a draft before the temple gets an email, ms. */
export const ticketGraceMs = 10 * 60_000

interface Known {
  donation: Donation
  order: Order | undefined
  hasTicket: boolean
  /** The provider answered. */
  isConfirmed: boolean
}

/**
 * When a donation is checked again, ms since 1970; null: never. Only what has ended is left alone:
 * a captured payment with an order or a ticket, a canceled intent.
 */
export function findNextCheck(known: Known, now: number): number | null {
  const { donation, order, hasTicket, isConfirmed } = known
  if (donation.state === 'canceled') return null
  if (donation.state === 'succeeded') return order || hasTicket ? null : findDueTime(donation, now)
  const pauseEnd = now + pauseAfter(donation.checkAttempts, now - donation.createdAt)
  // While the bank decides, an order is awaited for as long as that takes.
  if (donation.state === 'processing') return pauseEnd
  const soon = Math.min(pauseEnd, findGraceEnd(order, now))
  if (!isConfirmed) return soon
  // Open: somebody may still pay it, until it is cancelled. A row from the future is as old as now.
  const stale = Math.max(Math.min(donation.createdAt, now) + staleAfterMs, now)
  return order || donation.draft !== null ? Math.min(stale, soon) : stale
}

/** When the temple gets an email about an order that could not be verified; never for any other. */
function findGraceEnd(order: Order | undefined, now: number): number {
  if (order?.payment !== 'verifying' && order?.payment !== 'awaiting') return Infinity
  return Math.max(order.createdAt + ticketGraceMs, now + backoffMs(1))
}

/** When a captured payment without an order gets one from its draft, or a ticket, ms. */
export function findDueTime({ succeededAt, draft }: Donation, now: number): number {
  return Math.min(succeededAt ?? 0, now) + (draft !== null ? draftGraceMs : ticketGraceMs)
}

/** Doubling from 2 s to 15 min, then a fiftieth of the age, up to a day. */
export function pauseAfter(attempts: number, ageMs: number): number {
  return Math.min(Math.max(backoffMs(attempts), Math.round(ageMs / 50)), maxScheduleMs - 3_600_000)
}

/** The pause before the next try, ms: 2 s after the first, then doubling to 15 min. */
function backoffMs(attempts: number): number {
  return Math.min(2_000 * 2 ** Math.max(0, attempts - 1), 15 * 60_000)
}
