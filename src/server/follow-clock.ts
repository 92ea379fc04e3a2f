import { pullIn } from './db/pull-in'
import { maxSkewMs } from './db/store'
import type { Services } from './services'

/**
 * Returns the tick of the loop that keeps our clock right. When the system's clock was set, it takes over
 * that time once, and pulls in what the old time put off too far. It pulls in at the start as well, because
 * the clock may have been set while no process ran. It logs once that the clock differs from the provider's.
 * The metrics and the doctor keep reporting that.
 */
export function createClockFollower(
  services: Pick<Services, 'clock' | 'store' | 'provider' | 'log'>,
): () => Promise<void> {
  const { clock, store, log } = services
  let isPulledIn = false
  let isSkewLogged = false

  function logSkew(aheadMs: number): void {
    const isWrong = Math.abs(aheadMs) > maxSkewMs
    if (isWrong && !isSkewLogged)
      log.error({ aheadMs }, 'the clock differs from the payment provider’s: set it by NTP')
    isSkewLogged = isWrong
  }

  return async () => {
    const stepMs = clock.adopt()
    if (stepMs !== 0) {
      log.warn({ stepMs }, 'the clock was set')
      isPulledIn = false
    }
    logSkew(services.provider?.clockAheadMs() ?? 0)
    if (isPulledIn) return
    await pullIn(store, clock.now())
    isPulledIn = true
  }
}
