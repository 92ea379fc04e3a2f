import type { Services } from '../services'
import { countWaitingLetters } from '../store/count-waiting-letters'
import { readMark } from '../store/marks'

export interface Health {
  ready: boolean
  store: 'up' | 'down'
  provider: 'live' | 'test' | 'none'
  /** Age of the last signed event, ms; null: none came yet. */
  lastWebhookAgeMs: number | null
  /** Events whose signature did not fit, since the store began. */
  badSignatures: number
  /** Age of the last complete look at the provider's list, ms. */
  reconciledAgeMs: number | null
  lettersWaiting: number
  /** What somebody should look at. */
  warnings: string[]
}

const reconcilerSilentMs = 30 * 60_000
const lettersLateMs = 15 * 60_000

/** Never throws: a store that cannot be asked is an answer too. */
export async function readHealth(services: Services): Promise<Health> {
  try {
    return await askStore(services)
  } catch (error) {
    services.log.error({ err: error }, 'the health check could not ask the store')
    return { ...emptyHealth(services), warnings: ['The store cannot be reached.'] }
  }
}

function emptyHealth(services: Services): Health {
  return {
    ready: false,
    store: 'down',
    provider: services.provider === null ? 'none' : services.provider.livemode ? 'live' : 'test',
    lastWebhookAgeMs: null,
    badSignatures: 0,
    reconciledAgeMs: null,
    lettersWaiting: 0,
    warnings: [],
  }
}

async function askStore(services: Services): Promise<Health> {
  const { db } = services.store
  const now = services.now()
  const age = (mark: number | null) => (mark === null ? null : now - mark)
  const health: Health = {
    ...emptyHealth(services),
    ready: true,
    store: 'up',
    lastWebhookAgeMs: age(await readMark(db, 'last-webhook')),
    badSignatures: (await readMark(db, 'bad-signatures')) ?? 0,
    reconciledAgeMs: age(await readMark(db, 'reconciled-until')),
    lettersWaiting: await countWaitingLetters(db, now),
  }
  const late = await countWaitingLetters(db, now - lettersLateMs)
  return { ...health, warnings: findWarnings(health, late) }
}

function findWarnings(health: Health, lateLetters: number): string[] {
  const warnings: string[] = []
  if (health.provider !== 'none' && (health.reconciledAgeMs ?? 0) > reconcilerSilentMs)
    warnings.push('The provider has not been listed for half an hour: is it reachable?')
  if (lateLetters > 0) warnings.push(`${lateLetters} letters wait for over 15 minutes.`)
  return warnings
}
