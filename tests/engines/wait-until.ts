/** Asks every 50 ms; also outside of tests, for the benchmark. */
export async function waitUntil(
  what: string,
  isTrue: () => boolean | Promise<boolean>,
  patienceMs = 90_000,
) {
  const startedAt = Date.now()
  while (!(await isTrue())) {
    if (Date.now() - startedAt > patienceMs) throw new Error(`Waited in vain: ${what}`)
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}
