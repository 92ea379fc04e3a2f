import { Gauge, type Registry } from 'prom-client'
import { readWatermark } from '../db/watermarks'
import { type Health, readHealth } from '../health/read-health'
import type { Services } from '../services'

interface ShopState extends Health {
  underAttack: boolean
}

const gauges: Record<string, { help: string; read(state: ShopState): number | null }> = {
  svichka_store_up: {
    help: '1 if the store answers.',
    read: state => Number(state.store === 'up'),
  },
  svichka_letters_waiting: {
    help: 'Letters that are due and not sent yet.',
    read: state => state.lettersWaiting,
  },
  svichka_tickets_open: {
    help: 'Captured payments without an order that the temple has been told of.',
    read: state => state.openTickets,
  },
  svichka_payments_unbound: {
    help: 'Captured payments with neither order nor ticket: there should be none.',
    read: state => state.unboundPayments,
  },
  svichka_webhook_age_seconds: {
    help: 'Time since the last signed event of the card company.',
    read: state => state.lastWebhookAgeMs && state.lastWebhookAgeMs / 1000,
  },
  svichka_bad_signatures: {
    help: 'Events whose signature did not fit, since the store began.',
    read: state => state.badSignatures,
  },
  svichka_reconciled_age_seconds: {
    help: "Time since the card company's list was last compared with ours.",
    read: state => state.reconciledAgeMs && state.reconciledAgeMs / 1000,
  },
  svichka_under_attack: {
    help: '1 while browsers are asked for a proof of work.',
    read: state => Number(state.underAttack),
  },
}

/** Brings the gauges up to what the store says now. Call before each reading of the registry. */
export function measureShop(services: Services, registry: Registry): () => Promise<void> {
  const made = Object.entries(gauges).map(([name, { help, read }]) => ({
    gauge: new Gauge({ name, help, registers: [registry] }),
    read,
  }))
  return async () => {
    const state = await readState(services)
    for (const { gauge, read } of made) {
      const value = read(state)
      if (value === null) gauge.reset()
      else gauge.set(value)
    }
  }
}

async function readState(services: Services): Promise<ShopState> {
  const health = await readHealth(services)
  if (health.store === 'down') return { ...health, underAttack: false }
  const { db } = services.store
  const attackUntil = (await readWatermark(db, 'attack-until')) ?? 0
  return { ...health, underAttack: services.now() < attackUntil }
}
