/** The minimum time that a progress text is shown, ms. */
export const minShownMs = 600
/** The same for a longer text, ms. */
export const minTextShownMs = 1500

/** How long an answer is waited for. */
export const answerTimeoutMs = 20_000

export function pause(ms: number): Promise<void> {
  return new Promise(resolve => {
    setTimeout(resolve, ms)
  })
}

/** The result of `work`, not before `ms` have passed: progress must not just flash. */
export async function minimumDuration<T>(ms: number, work: Promise<T>): Promise<T> {
  await Promise.allSettled([work, pause(ms)])
  return work
}

/** Rejects in time; the request goes on. */
export function withTimeout<T>(answer: Promise<T>, ms = answerTimeoutMs): Promise<T> {
  const timeout = pause(ms).then(() => {
    throw new Error('There was no answer.')
  })
  return Promise.race([answer, timeout])
}

/**
 * Until then the browser may restore text into remounted fields, and the sandbox's script may not have
 * run. 10 s at the latest.
 */
export async function pageLoaded(): Promise<void> {
  if (document.readyState === 'complete') return
  const load = new Promise(resolve => window.addEventListener('load', resolve))
  await Promise.race([load, pause(10_000)])
}
