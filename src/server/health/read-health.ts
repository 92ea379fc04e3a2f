import { countWaitingLetters } from '../db/count-waiting-letters'
import { findLastSuccess } from '../db/donations'
import { readMark } from '../db/marks'
import type { Services } from '../services'

export interface Health {
  ready: boolean
  store: 'up' | 'down'
  provider: 'live' | 'test' | 'none'
  /** `late`: letters wait for longer than any mail server may take. */
  mail: 'up' | 'late' | 'unknown'
  /** Age of the last signed event, ms; null: none came yet. */
  lastWebhookAgeMs: number | null
  /** Events whose signature did not fit, since the store began. */
  badSignatures: number
  /** Age of the last complete look at the provider's list, ms. */
  reconciledAgeMs: number | null
  /** How far our clock is ahead of the provider's, ms; null: not known yet. */
  clockAheadMs: number | null
  lettersWaiting: number
  /** What somebody should look at. */
  warnings: string[]
}

const reconcilerSilentMs = 30 * 60_000
const lettersLateMs = 15 * 60_000
/** A webhook that is this much later than a success we learnt of otherwise is not on its way. */
const webhookLateMs = 10 * 60_000
/** The provider's signatures are good for 5 minutes. */
const clockOffMs = 2 * 60_000
const dayMs = 24 * 3_600_000

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
    mail: 'unknown',
    lastWebhookAgeMs: null,
    badSignatures: 0,
    reconciledAgeMs: null,
    clockAheadMs: services.provider?.clockAheadMs() ?? null,
    lettersWaiting: 0,
    warnings: [],
  }
}

async function askStore(services: Services): Promise<Health> {
  const { db } = services.store
  const now = services.now()
  const age = (mark: number | null) => (mark === null ? null : now - mark)
  const late = await countWaitingLetters(db, now - lettersLateMs)
  const health: Health = {
    ...emptyHealth(services),
    ready: true,
    store: 'up',
    mail: late > 0 ? 'late' : 'up',
    lastWebhookAgeMs: age(await readMark(db, 'last-webhook')),
    badSignatures: (await readMark(db, 'bad-signatures')) ?? 0,
    reconciledAgeMs: age(await readMark(db, 'reconciled-until')),
    lettersWaiting: await countWaitingLetters(db, now),
  }
  const lastSuccess = await findLastSuccess(db, now - 2 * dayMs)
  const found = findWarnings(health, late)
  return { ...health, warnings: [...found, ...findSilence(health, age(lastSuccess))] }
}

/** Payments succeed and no webhook says so: the address or the secret at the provider is wrong. */
function findSilence(health: Health, lastSuccessAgeMs: number | null): string[] {
  const { lastWebhookAgeMs } = health
  if (lastSuccessAgeMs === null || lastSuccessAgeMs < webhookLateMs) return []
  const isHeard = lastWebhookAgeMs !== null && lastWebhookAgeMs < lastSuccessAgeMs + webhookLateMs
  return isHeard
    ? []
    : ['Payments succeed, but their webhooks do not arrive: check their address and secret.']
}

function findWarnings(health: Health, lateLetters: number): string[] {
  const warnings: string[] = []
  if (Math.abs(health.clockAheadMs ?? 0) > clockOffMs)
    warnings.push('Our clock and the provider’s differ by minutes: webhooks will be refused.')
  if (health.provider !== 'none' && (health.reconciledAgeMs ?? 0) > reconcilerSilentMs)
    warnings.push('The provider has not been listed for half an hour: is it reachable?')
  if (lateLetters > 0) warnings.push(`Letters that wait for over 15 minutes: ${lateLetters}.`)
  return warnings
}
