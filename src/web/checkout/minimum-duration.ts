/** ms; progress shown for less could not be read. */
export const shortNotice = 600
/** The same for a longer sentence, in ms. */
export const longNotice = 1500

/** The result of `work`, not before `ms` have passed: progress must not just flash. */
export async function minimumDuration<T>(ms: number, work: Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([work, pause(ms)])
  if (result.status === 'rejected') throw result.reason
  return result.value
}

export function pause(ms: number): Promise<void> {
  return new Promise(resolve => {
    setTimeout(resolve, ms)
  })
}
