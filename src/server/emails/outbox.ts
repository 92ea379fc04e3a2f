import type { FastifyBaseLogger } from 'fastify'
import type { MailConfig } from '../config/config'
import { claimFirstTry, claimLetter, findLetter, listDueLetters } from '../db/letters'
import type { Store } from '../db/store'
import { createLoop } from '../loop'
import { type DeliveryResult, deliver } from './deliver'
import type { EmailKind, StoredEmail } from './email'
import {
  createFolderTransport,
  createSmtpTransport,
  maxConnections,
  sendTimeoutMs,
} from './transports'

/** Delivers the emails that the store holds. An email's failure never undoes what caused it. */
export interface Outbox {
  /**
   * One bounded try for an email just stored. True only if the mail server accepted it within
   * `timeoutMs`; a try that takes longer goes on, and the loop owns what did not work.
   */
  tryNow(subjectId: string, kind: EmailKind, timeoutMs: number): Promise<boolean>
  /** Every email that is due gets one try; the loop does the same in batches. Resolves to how many were sent. */
  runOnce(): Promise<number>
  start(): void
  /** Stops the loop and waits for the emails on their way. */
  stop(): Promise<void>
}

const pauseMs = 1_000
/** Longer than any try may last: a process that holds an email that long is dead. */
const leaseMs = sendTimeoutMs + 30_000
/** With the pause, the most emails a second: orders that come in meanwhile go before. */
const batchSize = 30
/** Beyond this, a request does not wait for its email: the loop takes it. */
const maxTriesAtOnce = 20

export function createOutbox(options: {
  store: Store
  mail: MailConfig
  log: FastifyBaseLogger
  now?: () => number
}): Outbox {
  const { store, mail, log, now = Date.now } = options
  const transport =
    mail.smtpUrl === null ? createFolderTransport(mail.folder) : createSmtpTransport(mail.smtpUrl)
  const delivery = { store, transport, from: mail.from, log, now }
  const underWay = new Set<Promise<boolean>>()
  const loop = createLoop({ name: 'mail', pauseMs, log, turn: sendBatch })
  let stopping = false

  async function runOnce(): Promise<number> {
    let sent = 0
    for (;;) {
      const results = await sendBatch()
      sent += results.filter(result => result === 'sent').length
      if (results.length < batchSize) return sent
    }
  }

  /** In parallel, in their order. Ends early when we stop or nobody answers at the mail server. */
  async function sendBatch(): Promise<DeliveryResult[]> {
    const due = (await listDueLetters(store.db, now(), batchSize)).values()
    const results: DeliveryResult[] = []
    async function work(): Promise<void> {
      for (const email of due) {
        if (stopping || results.includes('unreachable')) return
        results.push(await attempt(email))
      }
    }
    await Promise.all(Array.from({ length: maxConnections }, work))
    return results
  }

  /** One try, unless another process or an earlier call holds the email. */
  async function attempt(email: StoredEmail): Promise<DeliveryResult> {
    if (!(await claimLetter(store.db, email, now() + leaseMs))) return 'failed'
    return deliver(delivery, { ...email, attempts: email.attempts + 1 })
  }

  async function attemptFirst(subjectId: string, kind: EmailKind): Promise<boolean> {
    try {
      const email = await claimFirstTry(store.db, subjectId, kind, now() + leaseMs)
      if (email) return (await deliver(delivery, email)) === 'sent'
      return (await findLetter(store.db, subjectId, kind))?.state === 'sent'
    } catch (error) {
      log.error({ err: error }, 'an email could not be tried at once')
      return false
    }
  }

  return {
    async tryNow(subjectId, kind, timeoutMs) {
      if (underWay.size >= maxTriesAtOnce) return false
      const trying = attemptFirst(subjectId, kind)
      underWay.add(trying)
      trying.finally(() => underWay.delete(trying))
      return within(trying, timeoutMs)
    },
    runOnce,
    start() {
      stopping = false
      loop.start()
    },
    async stop() {
      stopping = true
      await loop.stop()
      await Promise.all(underWay)
      transport.close()
    },
  }
}

async function within(trying: Promise<boolean>, timeoutMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>(resolve => {
    timer = setTimeout(() => resolve(false), timeoutMs)
  })
  return Promise.race([trying, late]).finally(() => clearTimeout(timer))
}
