import { Gauge, type Registry } from 'prom-client'
import { type Health, readHealth } from '../health/read-health'
import type { Standing } from '../health/read-standing'
import type { Services } from '../services'

/** What of the standing is shown, as which gauge; times in ms become seconds. */
const gauges: [key: keyof Standing, name: string, help: string][] = [
  ['emailsWaiting', 'svichka_emails_waiting', 'Emails that are not sent yet.'],
  [
    'emailsLate',
    'svichka_emails_late',
    'Emails that were written over 15 minutes ago and are not sent yet.',
  ],
  ['emailsGivenUp', 'svichka_emails_given_up', 'Emails of the last 7 days that were given up.'],
  [
    'openTickets',
    'svichka_tickets_open',
    'Captured payments without an order that the temple has been told of.',
  ],
  [
    'unboundPayments',
    'svichka_payments_unbound',
    'Captured payments with neither order nor ticket: there should be none.',
  ],
  ['lastDonationAgeMs', 'svichka_donation_age_seconds', 'Time since a payment last succeeded.'],
  [
    'lastWebhookAgeMs',
    'svichka_webhook_age_seconds',
    'Time since the last signed event of the payment provider.',
  ],
  ['webhooksSilent', 'svichka_webhooks_silent', '1 while payments succeed without an event.'],
  [
    'badSignatures',
    'svichka_bad_signatures',
    'Events whose signature did not fit, since the store began.',
  ],
  [
    'reconciledAgeMs',
    'svichka_reconciled_age_seconds',
    "Time since the payment provider's list was last compared with ours.",
  ],
  ['mailboxAgeMs', 'svichka_mailbox_age_seconds', "Time since the temple's mailbox was last read."],
  ['backupAgeMs', 'svichka_backup_age_seconds', 'Time since the last backup by `svichka backup`.'],
  [
    'cardsDeclined',
    'svichka_cards_declined',
    'Cards declined within the hour: many more than payments are somebody who tests cards.',
  ],
]

/** NaN: it is not known, or has never happened. */
function toFigure(key: keyof Standing, standing: Standing | null): number {
  const value = standing?.[key] ?? Number.NaN
  return key.endsWith('Ms') ? Number(value) / 1000 : Number(value)
}

/** Brings the gauges up to what is known now, NaN where nothing is. Call before each reading. */
export function measureShop(services: Services, registry: Registry): () => Promise<void> {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] })
  const ready = gauge('svichka_ready', '1 if GET /api/health says so.')
  const store = gauge('svichka_store_up', '1 if the store can be read and written.')
  const disk = gauge('svichka_disk_free_bytes', 'Room on the disk of the embedded store.')
  const clock = gauge('svichka_clock_ahead_seconds', 'Our clock beside the provider’s.')
  const made = gauges.map(([key, name, help]) => ({ key, gauge: gauge(name, help) }))
  return async () => {
    const health: Health = await readHealth(services)
    ready.set(Number(health.ready))
    store.set(Number(health.standing !== null))
    disk.set(health.diskFreeBytes ?? Number.NaN)
    clock.set((services.provider?.clockAheadMs() ?? Number.NaN) / 1000)
    for (const { key, gauge } of made) gauge.set(toFigure(key, health.standing))
  }
}
