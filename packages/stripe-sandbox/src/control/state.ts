import * as v from 'valibot'
import { Count, NewFault } from '../rules'
import { type Sandbox, Wallets } from '../sandbox'
import { found, Limit, Nothing, type RegisterControl } from './route'

const ClockChange = v.strictObject({ advance_ms: v.optional(v.pipe(v.number(), v.integer()), 0) })
const RateLimit = v.strictObject({
  per_second: v.optional(Count),
  in_all: v.optional(Count, 100),
})

export function stateRoutes(register: RegisterControl): void {
  for (const kind of ['payment_intent', 'charge', 'refund', 'dispute', 'event'] as const)
    register(`GET /${kind}s`, Limit, ({ sandbox, input }) => sandbox.store.list(kind, input))
  register('GET /payment_intents/:id', Nothing, ({ sandbox: { store }, id: scope }) => ({
    ...found(`payment intent ${scope}`, store.get('payment_intent', scope)),
    charges: store.list('charge', { scope }),
    refunds: store.list('refund', { scope }),
    disputes: store.list('dispute', { scope }),
  }))
  register('GET /faults', Nothing, ({ sandbox }) => sandbox.faults.all())
  register('POST /faults', NewFault, ({ sandbox, input }) => sandbox.faults.add(input))
  register('DELETE /faults', Nothing, ({ sandbox }) => {
    sandbox.faults.clear()
    return {}
  })
  register('GET /requests', Nothing, ({ sandbox }) => sandbox.traffic.counts())
  register('POST /rate_limit', RateLimit, ({ sandbox: { traffic }, input }) => {
    const { per_second, in_all } = input
    traffic.limit.set(per_second === undefined ? null : { per_second, in_all })
    return { limit: traffic.limit.get() }
  })
  register('POST /wallets', Wallets, ({ sandbox, input }) => {
    sandbox.wallets.set(input)
    return input
  })
  register('GET /clock', Nothing, ({ sandbox }) => readClock(sandbox))
  register('POST /clock', ClockChange, ({ sandbox, input }) => {
    sandbox.clock.advance(input.advance_ms)
    return readClock(sandbox)
  })
}

function readClock({ clock }: Sandbox) {
  return { now_ms: clock.now() }
}
