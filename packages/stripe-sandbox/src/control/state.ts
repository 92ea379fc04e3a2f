import * as v from 'valibot'
import { CountText, found, Nothing, type RegisterControl } from './route'

const Limit = v.strictObject({ limit: v.optional(CountText, '10000') })
const WholeMs = v.pipe(v.number(), v.integer())

/** What happened so far, the clock, and forgetting. */
export function stateRoutes(register: RegisterControl): void {
  for (const kind of ['payment_intent', 'charge', 'refund', 'dispute', 'event'] as const)
    register(
      `GET /${kind}s`,
      `every ${kind} of both accounts, newest first: ?limit=`,
      Limit,
      ({ sandbox, given }) => sandbox.store.list(kind, given),
    )
  register(
    'GET /payment_intents/:id',
    'one, with its charges, refunds, disputes',
    Nothing,
    ({ sandbox: { store }, id: scope }) => ({
      ...found(`payment intent ${scope}`, store.get('payment_intent', scope)),
      charges: store.list('charge', { scope }),
      refunds: store.list('refund', { scope }),
      disputes: store.list('dispute', { scope }),
    }),
  )
  register('GET /clock', "the sandbox's time", Nothing, ({ sandbox: { clock } }) => ({
    now_ms: clock.now(),
    ahead_ms: clock.aheadMs(),
  }))
  register(
    'POST /clock',
    'turn the clock: {advance_ms} by so much, {ahead_ms} to so much before real time; back too',
    v.strictObject({ advance_ms: v.optional(WholeMs, 0), ahead_ms: v.optional(WholeMs) }),
    ({ sandbox: { store, clock, wake }, given }) => {
      const { ahead_ms: ahead = clock.aheadMs(), advance_ms: further } = given
      const change = ahead + further - clock.aheadMs()
      store.transaction(() => {
        clock.advance(change)
        // Nobody waits longer because the clock was wrong: what waits keeps the wait it had left.
        if (change < 0)
          for (const kind of ['delivery', 'job'] as const)
            for (const waiting of store.due(kind, Number.MAX_SAFE_INTEGER, -1))
              store.put(kind, { ...waiting, due: waiting.due + change })
      })
      wake()
      return { now_ms: clock.now(), ahead_ms: clock.aheadMs() }
    },
  )
  register(
    'POST /reset',
    'forget payments, events, deliveries, keys, faults and rules; endpoints and clock stay',
    Nothing,
    ({ sandbox: { store, faults, webhookRules } }) => {
      store.reset()
      faults.remove()
      webhookRules.remove()
      return {}
    },
  )
}
