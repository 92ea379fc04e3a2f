/** A progress text stays for at least so long, ms. */
export const minShownMs = 600
/** A longer progress text stays for at least so long, ms. */
export const minTextShownMs = 1500

/** The page waits so long for an answer, ms. */
export const answerTimeoutMs = 20_000

export function pause(ms: number): Promise<void> {
  return new Promise(resolve => {
    setTimeout(resolve, ms)
  })
}

/** Returns the result of `work` after `ms` at the earliest, so that progress does not just flash. */
export async function minimumDuration<T>(ms: number, work: Promise<T>): Promise<T> {
  await Promise.allSettled([work, pause(ms)])
  return work
}

/** Rejects if no answer comes in time. It does not end the request. */
export function withTimeout<T>(answer: Promise<T>, ms = answerTimeoutMs): Promise<T> {
  const timeout = pause(ms).then(() => {
    throw new Error('There was no answer.')
  })
  return Promise.race([answer, timeout])
}

/**
 * Waits until the page has loaded, at most 10 s. Until then the browser may restore text into remounted
 * fields, and the sandbox's script may not have run.
 */
export async function pageLoaded(): Promise<void> {
  if (document.readyState === 'complete') return
  const load = new Promise(resolve => window.addEventListener('load', resolve))
  await Promise.race([load, pause(10_000)])
}
