import type { FastifyBaseLogger } from 'fastify'
import type { MailConfig } from '../config/config'
import { claimFirstTry, claimLetter, findLetter, listDueLetters } from '../db/letters'
import type { Store } from '../db/store'
import { createLoop } from '../loop'
import type { Carrier } from './carrier'
import { type DeliveryOutcome, deliverLetter } from './deliver-letter'
import { createFolderCarrier } from './folder-carrier'
import type { LetterKind, StoredLetter } from './letter'
import type { Outbox } from './outbox'
import { carryingTimeoutMs, connectionsAtOnce, createSmtpCarrier } from './smtp-carrier'

export interface OutboxOptions {
  store: Store
  mail: MailConfig
  log: FastifyBaseLogger
  now?: () => number
  carrier?: Carrier
}

const pauseMs = 1_000
/** Longer than any try may last: who holds a letter that long is dead. */
const leaseMs = carryingTimeoutMs + 30_000
/** With the pause, the most letters a second: orders that come in meanwhile go before. */
const lettersPerTurn = 30
/** Beyond this, a request does not wait for its letter: the loop takes it. */
const mostTriesAtOnce = 20

export function createOutbox(options: OutboxOptions): Outbox {
  const { store, mail, log, now = Date.now } = options
  const carrier =
    options.carrier ??
    (mail.smtpUrl === null ? createFolderCarrier(mail.folder) : createSmtpCarrier(mail.smtpUrl))
  const delivery = { store, carrier, from: mail.from, log, now }
  const underWay = new Set<Promise<boolean>>()
  const loop = createLoop({ name: 'mail', pauseMs, log, turn: sendSome })

  let stopping = false

  async function runOnce(): Promise<number> {
    let sent = 0
    for (;;) {
      const outcomes = await sendSome()
      sent += outcomes.filter(outcome => outcome === 'sent').length
      if (outcomes.length < lettersPerTurn) return sent
    }
  }

  async function sendSome(): Promise<DeliveryOutcome[]> {
    return attemptAll(await listDueLetters(store.db, now(), lettersPerTurn))
  }

  /** Side by side, in their order. Ends early when we stop or nobody answers at the mail server. */
  async function attemptAll(letters: StoredLetter[]): Promise<DeliveryOutcome[]> {
    const waiting = letters.values()
    const outcomes: DeliveryOutcome[] = []
    async function work(): Promise<void> {
      for (const letter of waiting) {
        if (stopping || outcomes.includes('unreachable')) return
        outcomes.push(await attempt(letter))
      }
    }
    await Promise.all(Array.from({ length: connectionsAtOnce }, work))
    return outcomes
  }

  /** One try, unless another process or an earlier call holds the letter. */
  async function attempt(letter: StoredLetter): Promise<DeliveryOutcome> {
    if (!(await claimLetter(store.db, letter, now() + leaseMs))) return 'failed'
    return deliverLetter(delivery, { ...letter, attempts: letter.attempts + 1 })
  }

  async function tryNow(subjectId: string, kind: LetterKind, timeoutMs: number): Promise<boolean> {
    if (underWay.size >= mostTriesAtOnce) return false
    const trying = attemptStored(subjectId, kind)
    underWay.add(trying)
    trying.finally(() => underWay.delete(trying))
    return within(trying, timeoutMs)
  }

  async function attemptStored(subjectId: string, kind: LetterKind): Promise<boolean> {
    try {
      const letter = await claimFirstTry(store.db, subjectId, kind, now() + leaseMs)
      if (letter) return (await deliverLetter(delivery, letter)) === 'sent'
      return (await findLetter(store.db, subjectId, kind))?.state === 'sent'
    } catch (error) {
      log.error({ err: error }, 'a letter could not be tried at once')
      return false
    }
  }

  return {
    tryNow,
    runOnce,
    start() {
      stopping = false
      loop.start()
    },
    async stop() {
      stopping = true
      await loop.stop()
      await Promise.all(underWay)
      carrier.close()
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
