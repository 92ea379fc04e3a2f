import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { drawNumbers } from './draw-numbers'
import type { Environment } from './environment'
import type { Place, Reply } from './visitor'

export interface Writers {
  /** How long after this time (ms) an order was answered as stored that was sent after it, ms. */
  untilConfirmed(since: number): Promise<number>
  /** `broken`: a sentence for each who had not paid and was answered as if they had. */
  stop(): Promise<{
    requests: number
    slowest: { ms: number; call: string }
    broken: string[]
  }>
}

const writersAtOnce = 12
const giveUpAfterMs = 120_000

/**
 * Visitors who order candle after candle, most of them with a donation, until they are stopped.
 * Some leave after paying, some say that they paid and did not. `place`: where they find a server, if not at the first.
 */
export function startWriters(env: Environment, seed: number, place?: Place): Writers {
  let isOver = false
  let requests = 0
  let slowest = { ms: 0, call: '' }
  let confirmed = { sentAt: 0, answeredAt: 0 }
  const broken: string[] = []

  async function timed<T>(call: string, send: () => Promise<T>): Promise<T> {
    const sentAt = Date.now()
    const answer = await send()
    requests += 1
    const ms = Date.now() - sentAt
    if (ms > slowest.ms) slowest = { ms, call }
    return answer
  }

  /** Sends the same order until it is answered as stored, as a visitor presses again. */
  async function press(call: string, send: () => Promise<Reply>): Promise<void> {
    for (;;) {
      const sentAt = Date.now()
      const reply = await timed(call, send)
      if (reply !== 'lost' && reply.body.success === true) {
        if (sentAt > confirmed.sentAt) confirmed = { sentAt, answeredAt: Date.now() }
        return
      }
      if (isOver) return
      await pause(100)
    }
  }

  async function writeOn(writer: number): Promise<void> {
    const draw = drawNumbers(seed + writer + 1)
    for (let candle = 1; !isOver; candle += 1) {
      const email = `visitor${candle}@example.org`
      const visitor = env.visitor(`Черга ${writer}, ${candle}`, email, place)
      if (draw() < 0.3) {
        const key = randomUUID()
        await press('free order', () => visitor.orderFree({}, key))
      } else {
        while ((await timed('amount', () => visitor.choose(100 + candle))) === null && !isOver)
          await pause(100)
        if (visitor.intent() === '') return
        if (draw() < 0.6) await timed('draft', () => visitor.sendDraft())
        if (draw() < 0.1) {
          const reply = await timed('unpaid order', () => visitor.order())
          if (reply !== 'lost' && reply.body.success === true)
            broken.push(`P5: ${visitor.intent()} was not paid, and its order was taken.`)
          continue
        }
        await visitor.pay()
        if (draw() < 0.9) await press('paid order', () => visitor.order())
      }
      await pause(draw() * 300)
    }
  }

  const all = Promise.all(Array.from({ length: writersAtOnce }, (_, writer) => writeOn(writer)))
  return {
    async untilConfirmed(since) {
      while (confirmed.sentAt <= since && Date.now() < since + giveUpAfterMs) await pause(20)
      return (confirmed.sentAt > since ? confirmed.answeredAt : Date.now()) - since
    },
    async stop() {
      isOver = true
      await all
      return { requests, slowest, broken }
    },
  }
}
