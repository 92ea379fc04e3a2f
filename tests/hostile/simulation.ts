import { randomUUID } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import timers, { setImmediate } from 'node:timers/promises'
import { paymentIntentIdOf } from '../../src/shared/payment-intent'
import { startApi } from '../integration/start-api'
import { askForIntent, decline, orderFrom } from '../security/visitor'
import { cards } from '../setup/cards'
import { behindProxy } from '../setup/start-proxy'

export const second = 1_000
export const minute = 60 * second
const declineEventMs = second

export type Simulation = Awaited<ReturnType<typeof startSimulation>>

/**
 * The whole server and card sandbox in this process, on a clock that events move, and pauses: a call that
 * waits for its turn at the provider moves it to that turn, instead of waiting for the clock on the wall.
 */
export async function startSimulation(limitFactor = '1') {
  const api = await startApi({ env: { ...behindProxy, LIMIT_FACTOR: limitFactor } })
  const real = { now: Date.now, elapsed: performance.now, pause: timers.setTimeout }
  let clock = real.now()
  const set = ({ now, elapsed, pause }: typeof real) => {
    Date.now = now
    performance.now = elapsed
    timers.setTimeout = pause
    // For the modules that import it by name.
    syncBuiltinESMExports()
  }
  const tell = () => clock
  set({
    now: tell,
    elapsed: tell,
    async pause<T>(ms = 0, value?: T) {
      clock += ms
      return setImmediate(value as T)
    },
  })
  const events: { at: number; run: () => Promise<void> }[] = []

  /** Runs `event` at `delayMs` from now; events run one after another. */
  const after = (delayMs: number, run: () => Promise<void>) => {
    const at = clock + delayMs
    const later = events.findIndex(event => event.at > at)
    events.splice(later < 0 ? events.length : later, 0, { at, run })
  }

  return {
    now: () => clock,
    after,
    /** Runs every event there is until `until` (ms since 1970). */
    async run(until: number) {
      for (;;) {
        const next = events.shift()
        if (!next || next.at > until) break
        clock = Math.max(clock, next.at)
        await next.run()
      }
    },
    async createIntent(address: string): Promise<string | null> {
      const { body } = await askForIntent(api, address)
      return paymentIntentIdOf(String(body.client_secret ?? '')) || null
    },
    /** Without a donation. Resolves to the ms to wait before another try; 0: taken. */
    async placeFreeOrder(address: string): Promise<number> {
      const { status, headers } = await orderFrom(api, address, randomUUID())
      if (status === 200) return 0
      return Number(headers.get('retry-after') ?? 1) * second
    },
    /** Resolves to whether it was kept, or would have been if there were such a payment. */
    async saveDraft(intent: string, address: string): Promise<boolean> {
      const { status } = await api.draft(intent, {}, { 'x-forwarded-for': address })
      return status !== 429
    },
    async placeOrder(intent: string, address: string): Promise<boolean> {
      const donation = { donationAmount: '200', prefersDonation: true }
      return (await orderFrom(api, address, intent, donation)).body.success === true
    },
    /** The payer's browser confirms at the provider, whose event of a decline comes later. */
    async pay(intent: string, isGood: boolean): Promise<'paid' | 'declined' | 'canceled'> {
      const card = isGood ? cards.good : cards.declined
      const { status } = await api.sandbox.pay(intent, { card })
      if (status === 200) return 'paid'
      if (status !== 402) return 'canceled'
      after(declineEventMs, () => decline(api, intent))
      return 'declined'
    },
    async close() {
      set(real)
      await api.close()
    },
  }
}
