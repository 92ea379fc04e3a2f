import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import pMap, { pMapSkip } from 'p-map'
import { hourMs } from '../../shared/durations'
import type { MailConfig } from '../config/read-config'
import { findEmail, insertEmails, leaseEmail, listDueEmails, storeAttempt } from '../db/emails'
import { isStoreFailure } from '../db/failures'
import { findLinkKey } from '../db/link-key'
import { listPhotos } from '../db/photos'
import { type Email, isToDonor, isToTemple, type Order, type StoredEmail } from '../db/schema'
import type { Store, Transaction } from '../db/store'
import { createLoop } from '../loop'
import type { StoreWatch } from '../watch-store'
import { createMailer, type Mailer, maxConnections, parseFailure, sendTimeoutMs } from './mailer'
import { parseAddresses } from './parse-addresses'
import { signLinks } from './temple-link'

const intervalMs = 1_000
/** A sender leases an email for so long, ms. No attempt takes longer. */
const leaseMs = sendTimeoutMs + 30_000
/** A batch is small, so that urgent emails do not wait behind a long queue. */
const batchSize = 30
const maxFirstTries = 20

export interface Outbox {
  /**
   * Inserts emails that the caller is about to send itself, and returns the new ones. The loop ignores them
   * until that attempt must be over.
   */
  insertForImmediateSend(trx: Transaction, emails: Email[]): Promise<StoredEmail[]>
  /**
   * Makes the first attempt, and returns true only if the mail server accepts the email within `timeoutMs`.
   * A slower attempt goes on, and the loop repeats a failed one.
   */
  tryNow(email: StoredEmail, timeoutMs: number): Promise<boolean>
  /**
   * Returns whether the donor's thanks for an order were sent. The request that inserted them makes the first
   * attempt and waits for it, for a bounded time. Requests that repeat the order wait as well.
   */
  tryThanks(
    order: Pick<Order, 'id' | 'email' | 'createdAt'>,
    thanks: StoredEmail | undefined,
  ): Promise<boolean>
  /** Tries every due email once, and returns how many were sent. */
  runOnce(): Promise<number>
  start(): void
  /** Stops the loop and waits a while for the emails on their way. The next start tries the rest. */
  stop(): Promise<void>
}

export function createOutbox({
  store,
  storeWatch,
  mail,
  log,
  now,
  firstTryMs = 2_000,
  finishWithinMs = 6_000,
  announce,
}: {
  store: Store
  storeWatch?: StoreWatch
  mail: MailConfig
  log: FastifyBaseLogger
  now: () => number
  /** A request waits so long for the donor's email, ms. */
  firstTryMs?: number | undefined
  /**
   * `stop` waits so long for the emails on their way, ms. It must fit into the time of the process (main.ts),
   * after its last request has waited `firstTryMs` for the same mail server.
   */
  finishWithinMs?: number | undefined
  announce?: ((lines: string) => void) | undefined
}): Outbox {
  const mailer = createMailer(mail, announce)
  const delivery = { store, mailer, mail, log, now }
  /** The first attempts that have not ended, by the email's id. */
  const firstTries = new Map<string, Promise<DeliveryResult>>()
  const loop = createLoop({ name: 'mail', intervalMs, log, storeWatch, tick: runOnce })
  let stopping = false

  async function runOnce(): Promise<number> {
    let sent = 0
    for (;;) {
      const results = await sendBatch()
      sent += results.filter(result => result === 'sent').length
      if (results.length < batchSize) return sent
    }
  }

  /** Sends a batch. It ends early if we stop or if the mail server is unreachable. */
  async function sendBatch(): Promise<DeliveryResult[]> {
    const due = await listDueEmails(store.db, now(), batchSize)
    let isReachable = true
    async function attempt(email: StoredEmail): Promise<DeliveryResult | typeof pMapSkip> {
      // A request is trying this email, which is due only because the clock was set.
      if (stopping || !isReachable || firstTries.has(email.id)) return pMapSkip
      const result = await leaseAndDeliver(email)
      if (result === 'unreachable') isReachable = false
      return result
    }
    try {
      return await pMap(due, attempt, { concurrency: maxConnections, stopOnError: false })
    } catch (error) {
      if (!(error instanceof AggregateError)) throw error
      // One outage of the store fails all of them, and is logged once.
      throw error.errors.find(each => !isStoreFailure(each)) ?? error.errors[0]
    }
  }

  async function leaseAndDeliver(email: StoredEmail): Promise<DeliveryResult> {
    if (!(await leaseEmail(store.db, email, now() + leaseMs))) return 'taken'
    return deliver(delivery, { ...email, attempts: email.attempts + 1 })
  }

  async function tryNow(email: StoredEmail, timeoutMs: number): Promise<boolean> {
    if (firstTries.size >= maxFirstTries) {
      // No place is free. Let the loop send the email next, and not only when the lease has ended.
      const due = { recipient: email.recipient, runAt: now() }
      await storeAttempt(store.db, email, due).catch(() => {})
      return false
    }
    // The lease of `insertForImmediateSend` saves a commit, if it still lasts longer than any attempt.
    const isLeased = email.runAt >= now() + sendTimeoutMs
    const trying = isLeased ? deliver(delivery, { ...email, attempts: 1 }) : leaseAndDeliver(email)
    const tried = trying.catch((error: unknown) => {
      log.error({ err: error }, 'the first delivery attempt failed')
      return 'failed' as const
    })
    firstTries.set(email.id, tried)
    tried.finally(() => firstTries.delete(email.id))
    return (await Promise.race([tried, pause(timeoutMs, 'late', { ref: false })])) === 'sent'
  }

  return {
    insertForImmediateSend: (trx, emails) => insertEmails(trx, emails, now(), now() + leaseMs),
    tryNow,
    async tryThanks(order, thanks) {
      if (order.email === null) return false
      if (thanks) return tryNow(thanks, firstTryMs)
      for (let waitedMs = 0; ; waitedMs += 50) {
        const email = await findEmail(store.db, order.id, 'donor-thanks')
        const isTried = email?.state !== 'waiting' || email.lastError !== null
        const isLate = waitedMs >= firstTryMs || now() - order.createdAt >= firstTryMs
        if (isTried || isLate) return email?.state === 'sent'
        await pause(50)
      }
    },
    runOnce,
    start: loop.start,
    async stop() {
      stopping = true
      const finished = Promise.all([loop.stop(), ...firstTries.values()])
      await Promise.race([finished, pause(finishWithinMs, null, { ref: false })])
      mailer.close()
      await finished
    },
  }
}

interface Delivery {
  store: Store
  mail: MailConfig
  mailer: Mailer
  log: FastifyBaseLogger
  now(): number
}

/** `unreachable` means that no mail server answered, `taken` that another sender has leased the email. */
type DeliveryResult = 'sent' | 'failed' | 'unreachable' | 'taken'

/** Delivers an email that the caller has leased. */
async function deliver(delivery: Delivery, stored: StoredEmail): Promise<DeliveryResult> {
  const { store, mailer, mail, log, now } = delivery
  const email = { ...stored, recipient: findRecipient(mail, stored) }
  const photos = email.photoSetId ? await listPhotos(store.db, email.photoSetId) : []
  try {
    if (email.recipient !== '') await mailer.send(await withSignedLinks(delivery, email), photos)
  } catch (error) {
    return recordFailure(delivery, email, error)
  }
  await storeResult(delivery, email, { state: 'sent', sentAt: now(), lastError: null })
  const { id, kind, attempts, lastError } = email
  if (lastError !== null) log.info({ email: id, kind, attempts }, 'a retried email was sent')
  return 'sent'
}

/**
 * Returns whom to send an email. One to the temple goes to the present TEMPLE_EMAIL, so after a
 * correction the new mailbox gets what the old one refused. Once some addresses have accepted it, only
 * the others are left, and '' stands for none.
 */
function findRecipient({ templeEmail }: MailConfig, { kind, sentAt, recipient }: StoredEmail) {
  if (!isToTemple({ kind })) return recipient
  if (sentAt === null) return templeEmail
  const refused = parseAddresses(recipient)
  return parseAddresses(templeEmail)
    .filter(address => refused.includes(address))
    .join(', ')
}

/** Signs the links to the temple's page only now, so that a stored email opens nothing. */
async function withSignedLinks({ store, now }: Delivery, email: StoredEmail): Promise<StoredEmail> {
  if (isToDonor(email)) return email
  const key = await findLinkKey(store.db)
  if (key === null) return email
  return {
    ...email,
    htmlBody: signLinks(email.htmlBody, key, now()),
    textBody: signLinks(email.textBody, key, now()),
  }
}

/** The result must be stored before the lease ends, or another process would send the email again, ms. */
const storeResultWithinMs = 30_000

async function storeResult(
  { store }: Delivery,
  email: StoredEmail,
  result: Partial<StoredEmail>,
): Promise<void> {
  const endsAt = performance.now() + storeResultWithinMs
  for (;;) {
    try {
      const { attempts, recipient } = email
      return await storeAttempt(store.db, email, { attempts, recipient, ...result })
    } catch (error) {
      if (!isStoreFailure(error) || performance.now() > endsAt) throw error
      await pause(200)
    }
  }
}

async function recordFailure(
  delivery: Delivery,
  email: StoredEmail,
  error: unknown,
): Promise<DeliveryResult> {
  const { log, now } = delivery
  const { isFinal, isUnreachable, message, remaining } = parseFailure(error, email.kind)
  const runAt = isFinal ? null : findRetryTime(email.attempts, now())
  await storeResult(delivery, email, {
    lastError: message,
    ...(runAt === null ? { state: 'failed' } : { runAt }),
    ...(remaining && { recipient: remaining.join(', '), sentAt: now() }),
  })
  const details = { email: email.id, kind: email.kind, failure: message }
  if (runAt === null) log.error(details, 'an email failed permanently')
  else log.warn(details, 'an email was not delivered: it will be retried')
  return isUnreachable ? 'unreachable' : 'failed'
}

const firstDelayMs = 15_000
const maxDelayMs = hourMs

/** So many attempts take about five days. */
const maxAttempts = 127

/** Returns when to try again, in ms since 1970, or null after the last attempt. */
export function findRetryTime(attempts: number, now: number): number | null {
  if (attempts >= maxAttempts) return null
  return now + Math.min(firstDelayMs * 2 ** (attempts - 1), maxDelayMs)
}
