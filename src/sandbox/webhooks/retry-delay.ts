const first = 5_000
const longest = 12 * 3_600_000
/** The provider tries for up to three days in live mode (docs.stripe.com/webhooks). */
const givesUpAfter = 3 * 24 * 3_600_000

/**
 * How long to wait after the nth failed attempt, in milliseconds, or undefined when it is given up.
 * The provider does not publish its intervals; these grow fourfold from five seconds.
 */
export function retryDelay(attempts: number, ageMs: number): number | undefined {
  const delay = Math.min(first * 4 ** (attempts - 1), longest)
  return ageMs + delay > givesUpAfter ? undefined : delay
}
