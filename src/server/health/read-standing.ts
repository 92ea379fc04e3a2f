import { countDeclined } from '../db/card-testing'
import { countUnbound, findLastSuccess } from '../db/donations'
import { countGivenUpEmails, countWaitingEmails } from '../db/emails'
import type { Queryable } from '../db/store'
import { countOpenTickets } from '../db/tickets'
import { readWatermark } from '../db/watermarks'
import { cardTesting } from '../limits/limits'

/** What the store says of the service; ages in ms, null where the thing has never happened. */
export interface Standing {
  emailsWaiting: number
  /** Written over a quarter of an hour ago: longer than any mail server may take. */
  emailsLate: number
  /** Given up within a week. */
  emailsGivenUp: number
  /** Captured payments without an order: the temple knows of the first, nobody of the second. */
  openTickets: number
  unboundPayments: number
  lastDonationAgeMs: number | null
  /** The last signed event of the provider. */
  lastWebhookAgeMs: number | null
  /** Payments succeed and no webhook says so: its address or secret at the provider is wrong. */
  webhooksSilent: boolean
  /** Events whose signature did not fit, at most one a second, since the store began. */
  badSignatures: number
  /** The last complete look at the provider's lists. */
  reconciledAgeMs: number | null
  /** The last look into the temple's mailbox. */
  mailboxAgeMs: number | null
  /** The last backup of the embedded store. */
  backupAgeMs: number | null
  /** Within the hour; null: they cannot be counted, which keeps nobody from ordering. */
  cardsDeclined: number | null
}

const emailsLateMs = 15 * 60_000
const weekMs = 7 * 86_400_000
/** A webhook that is this much later than a success we learnt of otherwise is not on its way. */
const webhookLateMs = 10 * 60_000

/** Reads all of it; `now` in ms. */
export async function readStanding(db: Queryable, now: number): Promise<Standing> {
  const age = (at: number | null) => (at === null ? null : now - at)
  const lastDonationAgeMs = age(await findLastSuccess(db))
  const lastWebhookAgeMs = age(await readWatermark(db, 'last-webhook'))
  return {
    emailsWaiting: await countWaitingEmails(db, now, 'createdAt'),
    emailsLate: await countWaitingEmails(db, now - emailsLateMs, 'createdAt'),
    emailsGivenUp: await countGivenUpEmails(db, now - weekMs),
    openTickets: await countOpenTickets(db),
    unboundPayments: await countUnbound(db, now),
    lastDonationAgeMs,
    lastWebhookAgeMs,
    webhooksSilent: areWebhooksSilent(lastDonationAgeMs, lastWebhookAgeMs),
    badSignatures: (await readWatermark(db, 'bad-signatures')) ?? 0,
    reconciledAgeMs: age(await readWatermark(db, 'reconciled-until')),
    mailboxAgeMs: age(await readWatermark(db, 'mailbox-read-at')),
    backupAgeMs: age(await readWatermark(db, 'backup-at')),
    cardsDeclined: await countDeclined(db, now - cardTesting.windowMs).catch(() => null),
  }
}

function areWebhooksSilent(
  lastDonationAgeMs: number | null,
  lastWebhookAgeMs: number | null,
): boolean {
  if (lastDonationAgeMs === null || lastDonationAgeMs < webhookLateMs) return false
  return lastWebhookAgeMs === null || lastWebhookAgeMs >= lastDonationAgeMs + webhookLateMs
}
