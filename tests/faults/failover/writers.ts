import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Environment } from '../environment'
import { drawNumbers } from '../kill/draw-numbers'
import type { Reply } from '../visitor'

export interface Writers {
  /** How long after this time (ms) an order was answered as stored that was sent after it, ms. */
  untilConfirmed(since: number): Promise<number>
  stop(): Promise<{ requests: number; slowest: { ms: number; call: string } }>
}

const writersAtOnce = 12
const giveUpAfterMs = 120_000

/** Visitors who order candle after candle, every other one with a donation, until they are stopped. */
export function startWriters(env: Environment, seed: number): Writers {
  let isOver = false
  let requests = 0
  let slowest = { ms: 0, call: '' }
  let confirmed = { sentAt: 0, answeredAt: 0 }

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

  async function writeOn(place: number): Promise<void> {
    const draw = drawNumbers(seed + place + 1)
    for (let candle = 1; !isOver; candle += 1) {
      const visitor = env.visitor(`Черга ${place}, ${candle}`, `visitor${candle}@example.org`)
      if (draw() < 0.5) {
        const key = randomUUID()
        await press('free order', () => visitor.orderFree({}, key))
      } else {
        while ((await timed('amount', () => visitor.choose(100 + candle))) === null && !isOver)
          await pause(100)
        if (visitor.intent() === '') return
        await timed('draft', () => visitor.sendDraft())
        await visitor.pay()
        await press('paid order', () => visitor.order())
      }
      await pause(draw() * 300)
    }
  }

  const all = Promise.all(Array.from({ length: writersAtOnce }, (_, place) => writeOn(place)))
  return {
    async untilConfirmed(since) {
      while (confirmed.sentAt <= since && Date.now() < since + giveUpAfterMs) await pause(20)
      return (confirmed.sentAt > since ? confirmed.answeredAt : Date.now()) - since
    },
    async stop() {
      isOver = true
      await all
      return { requests, slowest }
    },
  }
}
