import { Gauge, type Registry } from 'prom-client'
import { type Health, readHealth } from '../health/read-health'
import type { Standing } from '../health/read-standing'
import type { Services } from '../services'

interface Measure {
  help: string
  /** null: it is not known, or has never happened. */
  read(standing: Standing): number | null
}

const seconds = (ms: number | null) => (ms === null ? null : ms / 1000)

const gauges: Record<string, Measure> = {
  svichka_emails_waiting: {
    help: 'Emails that are not sent yet.',
    read: standing => standing.emailsWaiting,
  },
  svichka_emails_late: {
    help: 'Emails that were written over 15 minutes ago and are not sent yet.',
    read: standing => standing.emailsLate,
  },
  svichka_emails_given_up: {
    help: 'Emails of the last 7 days that were given up.',
    read: standing => standing.emailsGivenUp,
  },
  svichka_tickets_open: {
    help: 'Captured payments without an order that the temple has been told of.',
    read: standing => standing.openTickets,
  },
  svichka_payments_unbound: {
    help: 'Captured payments with neither order nor ticket: there should be none.',
    read: standing => standing.unboundPayments,
  },
  svichka_donation_age_seconds: {
    help: 'Time since a payment last succeeded.',
    read: standing => seconds(standing.lastDonationAgeMs),
  },
  svichka_webhook_age_seconds: {
    help: 'Time since the last signed event of the payment provider.',
    read: standing => seconds(standing.lastWebhookAgeMs),
  },
  svichka_webhooks_silent: {
    help: '1 while payments succeed without an event.',
    read: standing => Number(standing.webhooksSilent),
  },
  svichka_bad_signatures: {
    help: 'Events whose signature did not fit, since the store began.',
    read: standing => standing.badSignatures,
  },
  svichka_reconciled_age_seconds: {
    help: "Time since the payment provider's list was last compared with ours.",
    read: standing => seconds(standing.reconciledAgeMs),
  },
  svichka_mailbox_age_seconds: {
    help: "Time since the temple's mailbox was last read.",
    read: standing => seconds(standing.mailboxAgeMs),
  },
  svichka_backup_age_seconds: {
    help: 'Time since the last backup by `svichka backup`.',
    read: standing => seconds(standing.backupAgeMs),
  },
  svichka_cards_declined: {
    help: 'Cards declined within the hour: many more than payments are somebody who tests cards.',
    read: standing => standing.cardsDeclined,
  },
}

/** Brings the gauges up to what is known now, NaN where nothing is. Call before each reading. */
export function measureShop(services: Services, registry: Registry): () => Promise<void> {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] })
  const ready = gauge('svichka_ready', '1 if GET /api/health says so.')
  const store = gauge('svichka_store_up', '1 if the store can be read and written.')
  const disk = gauge('svichka_disk_free_bytes', 'Room on the disk of the embedded store.')
  const clock = gauge('svichka_clock_ahead_seconds', 'Our clock beside the provider’s.')
  const made = Object.entries(gauges).map(([name, { help, read }]) => ({
    gauge: gauge(name, help),
    read,
  }))
  return async () => {
    const health: Health = await readHealth(services)
    ready.set(Number(health.ready))
    store.set(Number(health.standing !== null))
    disk.set(health.diskFreeBytes ?? Number.NaN)
    clock.set(seconds(services.provider?.clockAheadMs() ?? null) ?? Number.NaN)
    for (const { gauge, read } of made)
      gauge.set((health.standing && read(health.standing)) ?? Number.NaN)
  }
}
