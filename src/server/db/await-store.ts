import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { isStoreFailure } from './engine-differences'
import { openStore } from './open-store'
import type { Store } from './store'

const longestMs = 60_000
const pauseMs = 500

/**
 * Opens the store; a database that starts later than the server, as after a power cut, is waited
 * for up to a minute. Then the failure is thrown, for whoever starts us to see.
 */
export async function awaitStore(
  place: Parameters<typeof openStore>[0],
  log: FastifyBaseLogger,
  giveUpAt = Date.now() + longestMs,
): Promise<Store> {
  try {
    return await openStore(place)
  } catch (error) {
    if (!isStoreFailure(error) || Date.now() > giveUpAt) throw error
    log.warn({ err: error }, 'waiting for the store')
    await pause(pauseMs)
    return awaitStore(place, log, giveUpAt)
  }
}
