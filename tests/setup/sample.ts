/** `npm run test:full` runs what `npm test` leaves out: the second database, all languages, long waits. */
export const isFull = process.env.FULL_TESTS === '1'

/** `npm run attack` also runs the simulations that take many minutes each. */
export const isLong = process.env.LONG_TESTS === '1'

/** `npm run attack` runs load and random tests at full length, the others a sample. */
export function sample<T>(short: T, full: T): T {
  return isLong ? full : short
}
