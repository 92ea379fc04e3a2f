/** `npm run test:full` runs the full length of random tests, `npm test` a sample. */
export function sample<T>(short: T, full: T): T {
  return process.env.FULL_TESTS === '1' ? full : short
}
