const firstPauseMs = 15_000
const longestPauseMs = 60 * 60_000

/** With the pauses below, the last try is about five days after the first. */
const mostAttempts = 127

/** When to try again after so many failed tries (ms since 1970); null: give up. */
export function findRetryTime(attempts: number, now: number): number | null {
  if (attempts >= mostAttempts) return null
  const pause = Math.min(firstPauseMs * 2 ** (attempts - 1), longestPauseMs)
  // A spread of a tenth, so that letters that failed together do not all come back together.
  return now + Math.round(pause * (0.95 + Math.random() * 0.1))
}
