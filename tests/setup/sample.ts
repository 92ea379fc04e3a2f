/** `npm run test:full` runs the long random tests in full length, `npm test` a sample of them. */
export function sample<T>(short: T, full: T): T {
  return process.env.FULL_TESTS === '1' ? full : short
}
