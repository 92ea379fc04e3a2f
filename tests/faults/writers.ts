import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { findBrokenPromises } from './broken-promises'
import { drawNumbers } from './draw-numbers'
import type { Environment } from './environment'
import { isAnswered, type Place, type Reply } from './visitor'

interface Writers {
  /** Waits until an order sent after this call is stored; the longest time without one since then, ms. */
  longestGap(since: number): Promise<number>
  /** `broken`: a sentence for each visitor who had not paid and was told otherwise. */
  stop(): Promise<{
    requests: number
    slowest: { ms: number; call: string }
    /** Answers to orders by status. */
    statuses: Record<string, number>
    broken: string[]
  }>
}

const maxWriters = 12
const maxWaitMs = 120_000
const drainMs = 3 * 60_000

/**
 * Visitors who order candle after candle until they are stopped, most of them with a donation. Some
 * leave after paying, some claim a payment falsely. `place`: of another server than the first.
 */
export function startWriters(env: Environment, seed: number, place?: Place): Writers {
  let isOver = false
  let requests = 0
  let slowest = { ms: 0, call: '' }
  let lastSentAt = 0
  const broken: string[] = []
  const statuses: Record<string, number> = {}
  const storedAt: number[] = []

  async function timed<T>(call: string, send: () => Promise<T>): Promise<T> {
    const sentAt = Date.now()
    const answer = await send()
    requests += 1
    const ms = Date.now() - sentAt
    if (ms > slowest.ms) slowest = { ms, call }
    return answer
  }

  /** Sends the same order until it is stored or rejected, as a visitor clicks again. */
  async function repeat(call: string, send: () => Promise<Reply>): Promise<void> {
    for (;;) {
      const sentAt = Date.now()
      const reply = await timed(call, send)
      const status = reply === 'lost' ? reply : reply.status
      statuses[status] = (statuses[status] ?? 0) + 1
      if (isAnswered(reply)) {
        storedAt.push(Date.now())
        lastSentAt = Math.max(lastSentAt, sentAt)
        return
      }
      // Not paid: the cap on open intents of one address has canceled the intent.
      if (isOver || status === 200) return
      await sleep(100)
    }
  }

  async function writeOn(writer: number): Promise<void> {
    const draw = drawNumbers(seed + writer + 1)
    for (let candle = 1; !isOver; candle += 1) {
      const email = `visitor${candle}@example.org`
      const visitor = env.visitor(`Черга ${writer}, ${candle}`, email, place)
      if (draw() < 0.3) {
        const key = randomUUID()
        await repeat('free order', () => visitor.orderFree(key))
      } else {
        while ((await timed('amount', () => visitor.choose(100 + candle))) === null && !isOver)
          await sleep(100)
        if (visitor.intent() === '') return
        // Most are pages, which charge nothing before the words are kept; the others are bare clients.
        const isPage = draw() < 0.8
        if (isPage && !isAnswered(await timed('words', () => visitor.sendWords()))) continue
        if (draw() < 0.1) {
          if (isAnswered(await timed('unpaid order', () => visitor.order())))
            broken.push(`P5: ${visitor.intent()} was not paid, and its order was taken.`)
          continue
        }
        await visitor.pay()
        if (draw() < 0.9) await repeat('paid order', () => visitor.order())
      }
      await sleep(draw() * 300)
    }
  }

  const all = Promise.all(Array.from({ length: maxWriters }, (_, writer) => writeOn(writer)))
  return {
    async longestGap(since) {
      const askedAt = Date.now()
      while (lastSentAt <= askedAt && Date.now() < askedAt + maxWaitMs) await sleep(20)
      const times = [since, ...storedAt.filter(time => time > since)]
      // Without an answer the gap is the time waited.
      if (lastSentAt <= askedAt) times.push(Date.now())
      return Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? time)))
    },
    async stop() {
      isOver = true
      await all
      return { requests, slowest, statuses, broken }
    },
  }
}

/** After the writers: lets everything drain. Resolves to what became of their orders. */
export async function drainAndCount(env: Environment) {
  const snapshot = await env.drain(drainMs).catch(() => env.snapshot())
  const counts = {
    // Orders answered `success: true`.
    confirmed: snapshot.candles.reduce((sum, candle) => sum + candle.confirmedKeys.length, 0),
    captured: snapshot.charges.filter(charge => charge.paid).length,
    orders: snapshot.orders.length,
  }
  return { snapshot, counts, broken: findBrokenPromises(snapshot) }
}
