/** `npm run test:full` runs what `npm test` leaves out: the second database, all languages, long waits. */
export const isFull = process.env.FULL_TESTS === '1'
