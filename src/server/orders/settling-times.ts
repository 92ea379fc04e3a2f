/** How long the browser has to bring its order itself before the draft becomes one, in ms. */
export const draftGraceMs = 60_000

/** How long a captured payment may stand without order or draft before the temple is told, in ms. */
export const ticketGraceMs = 10 * 60_000

/** Our unpaid intents are cancelled at this age, in ms. */
export const staleIntentMs = 24 * 3_600_000

/** How long one process holds what it settles, in ms. */
export const settleLeaseMs = 60_000

/** The pause before the next look, doubling from 2 s to 15 min. */
export function settleBackoffMs(attempts: number): number {
  return Math.min(2_000 * 2 ** Math.max(0, attempts - 1), 15 * 60_000)
}
