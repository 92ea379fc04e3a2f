import { countUnbound, findLastSuccess } from '../db/donations'
import { countWaitingLetters } from '../db/letters'
import { countOpenTickets } from '../db/tickets'
import { readWatermark, setWatermark } from '../db/watermarks'
import type { Services } from '../services'

export interface Health {
  /** The store can be written, and captured payments are looked for. */
  ready: boolean
  store: 'up' | 'down'
  provider: 'live' | 'test' | 'none'
  /** `late`: emails wait for longer than any mail server may take. */
  mail: 'up' | 'late' | 'unknown'
  /** Age of the last signed event, ms; null: none came yet. */
  lastWebhookAgeMs: number | null
  /** Events whose signature did not fit, since the store began. */
  badSignatures: number
  /** Age of the last complete look at the provider's lists, ms; null: there was none. */
  reconciledAgeMs: number | null
  /** How far our clock is ahead of the provider's, ms; null: not known yet. */
  clockAheadMs: number | null
  lettersWaiting: number
  /** Captured payments without an order: the temple knows of the first, nobody of the second. */
  openTickets: number
  unboundPayments: number
  /** What somebody should look at. */
  warnings: string[]
}

const reconcilerSilentMs = 30 * 60_000
const emailsLateMs = 15 * 60_000
/** A webhook that is this much later than a success we learnt of otherwise is not on its way. */
const webhookLateMs = 10 * 60_000
/** The provider's signatures are good for 5 minutes. */
const clockOffMs = 2 * 60_000

/** Never throws: a store that cannot be asked, or written, is an answer too. */
export async function readHealth(services: Services): Promise<Health> {
  try {
    return await askStore(services)
  } catch (error) {
    services.log.error({ err: error }, 'the health check could not use the store')
    return { ...emptyHealth(services), warnings: ['The store cannot be read or written.'] }
  }
}

function emptyHealth({ provider }: Services): Health {
  return {
    ready: false,
    store: 'down',
    provider: provider === null ? 'none' : provider.livemode ? 'live' : 'test',
    mail: 'unknown',
    lastWebhookAgeMs: null,
    badSignatures: 0,
    reconciledAgeMs: null,
    clockAheadMs: provider?.clockAheadMs() ?? null,
    lettersWaiting: 0,
    openTickets: 0,
    unboundPayments: 0,
    warnings: [],
  }
}

async function askStore(services: Services): Promise<Health> {
  const { db } = services.store
  const now = services.now()
  const age = (at: number | null) => (at === null ? null : now - at)
  await setWatermark(db, 'written-at', now)
  const late = await countWaitingLetters(db, now - emailsLateMs, 'createdAt')
  const reconciledAt = await readWatermark(db, 'reconciled-until')
  const reconcilerSilent =
    services.provider !== null && now - (reconciledAt ?? services.startedAt) > reconcilerSilentMs
  const health: Health = {
    ...emptyHealth(services),
    ready: !reconcilerSilent,
    store: 'up',
    mail: late > 0 ? 'late' : 'up',
    lastWebhookAgeMs: age(await readWatermark(db, 'last-webhook')),
    badSignatures: (await readWatermark(db, 'bad-signatures')) ?? 0,
    reconciledAgeMs: age(reconciledAt),
    lettersWaiting: await countWaitingLetters(db, now, 'createdAt'),
    openTickets: await countOpenTickets(db),
    unboundPayments: await countUnbound(db, now),
  }
  const warnings = [
    Math.abs(health.clockAheadMs ?? 0) > clockOffMs &&
      'Our clock and the provider’s differ by minutes: webhooks will be refused.',
    reconcilerSilent &&
      'The provider has not been listed for half an hour: is it reachable, is the key right?',
    late > 0 && `Emails that wait for over 15 minutes: ${late}.`,
    health.openTickets > 0 && `Captured payments without an order: ${health.openTickets} tickets.`,
    health.unboundPayments > 0 &&
      `Captured payments with neither order nor ticket: ${health.unboundPayments}.`,
    areWebhooksSilent(health, age(await findLastSuccess(db))) &&
      'Payments succeed, but their webhooks do not arrive: check their address and secret.',
  ]
  return { ...health, warnings: warnings.filter(warning => warning !== false) }
}

/** Payments succeed and no webhook says so: the address or the secret at the provider is wrong. */
function areWebhooksSilent({ lastWebhookAgeMs }: Health, lastSuccessAgeMs: number | null): boolean {
  if (lastSuccessAgeMs === null || lastSuccessAgeMs < webhookLateMs) return false
  return lastWebhookAgeMs === null || lastWebhookAgeMs >= lastSuccessAgeMs + webhookLateMs
}
