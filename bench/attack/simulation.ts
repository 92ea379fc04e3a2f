import { buildOrder } from '../../tests/integration/build-order'
import { startApi } from '../../tests/integration/start-api'
import { askForIntent, behindProxy, decline } from '../../tests/security/visitor'

const cards = { good: '4242424242424242', declined: '4000000000000002' }
const webhookMs = 1_000

export type Simulation = Awaited<ReturnType<typeof startSimulation>>

/** The whole server and card sandbox in this process, on a clock that only events move. */
export async function startSimulation(limitFactor: string) {
  const api = await startApi({
    env: { ...behindProxy, LIMIT_FACTOR: limitFactor },
    copiesStore: false,
  })
  const realNow = Date.now
  let clock = realNow()
  Date.now = () => clock
  const events: { at: number; run: () => Promise<void> }[] = []
  const order = buildOrder({ donationAmount: '200', prefersDonation: true })

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
      return String(body.client_secret ?? '').split('_secret_')[0] || null
    },
    saveDraft: (intent: string, address: string) =>
      api.draft(intent, {}, { 'x-forwarded-for': address }),
    async placeOrder(intent: string, address: string): Promise<boolean> {
      const headers = { 'idempotency-key': intent, 'x-forwarded-for': address }
      return (await api.post('/api/candle-orders', order, headers)).body.success === true
    },
    /** The payer's browser confirms at the provider; the news of a decline comes a second later. */
    async pay(intent: string, card: keyof typeof cards): Promise<'paid' | 'declined' | 'canceled'> {
      const { body } = await api.control(`/payment_intents/${intent}/pay`, { card: cards[card] })
      if (body.status === 200) return 'paid'
      if (body.status !== 402) return 'canceled'
      after(webhookMs, () => decline(api, intent))
      return 'declined'
    },
    async close() {
      Date.now = realNow
      await api.close()
    },
  }
}
