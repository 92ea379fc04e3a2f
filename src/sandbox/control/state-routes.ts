import * as v from 'valibot'
import type { Kind } from '../store/object-rows'
import { everything } from '../store/page'
import { CountText, controlRoute, NothingGiven, problem, told, WholeMs } from './control-route'

const Limit = v.strictObject({ limit: v.optional(CountText, '10000') })

/** Everything at once and newest first: tests count charges, people look. */
const listOf = (kind: Kind) =>
  controlRoute(
    'GET',
    `/_control/${kind}s`,
    `every ${kind}, newest first: ?limit=`,
    Limit,
    ({ sandbox: { store }, given }) =>
      told(store.objects.list(kind, { ...everything, limit: given.limit })),
  )

export const stateRoutes = [
  listOf('payment_intent'),
  listOf('charge'),
  listOf('refund'),
  listOf('dispute'),
  controlRoute(
    'GET',
    '/_control/events',
    'every event, newest first: ?limit=',
    Limit,
    ({ sandbox: { store }, given }) =>
      told(store.events.list({ ...everything, limit: given.limit }, {}).map(({ event }) => event)),
  ),
  controlRoute(
    'GET',
    '/_control/payment_intents/:id',
    'one, with its charges, refunds, disputes',
    NothingGiven,
    ({ sandbox: { store }, id }) => {
      const intent = store.objects.get('payment_intent', id)
      if (!intent) return problem(`There is no payment intent ${id}.`, 404)
      const charges = store.objects.list('charge', everything, id)
      const ofCharges = (kind: 'refund' | 'dispute') =>
        charges.flatMap(charge => store.objects.list(kind, everything, charge.id))
      return told({
        ...intent,
        charges,
        refunds: ofCharges('refund'),
        disputes: ofCharges('dispute'),
      })
    },
  ),
  controlRoute('GET', '/_control/clock', "the sandbox's time", NothingGiven, ({ sandbox }) =>
    told({ now_ms: sandbox.clock.now(), ahead_ms: sandbox.clock.aheadMs() }),
  ),
  controlRoute(
    'POST',
    '/_control/clock',
    'turn the clock: {advance_ms} by so much, {ahead_ms} to so much before real time; back too',
    v.strictObject({ advance_ms: v.optional(WholeMs, 0), ahead_ms: v.optional(WholeMs) }),
    ({ sandbox, given }) => {
      const { store, clock } = sandbox
      const { ahead_ms: ahead = clock.aheadMs(), advance_ms: further } = given
      const change = ahead + further - clock.aheadMs()
      store.inTransaction(() => {
        clock.advance(change)
        // A clock that is mended does not make anybody wait for as long as it was wrong.
        if (change < 0) {
          store.deliveries.shiftDue(change)
          store.plans.shiftDue(change)
        }
      })
      sandbox.wake()
      return told({ now_ms: clock.now(), ahead_ms: clock.aheadMs() })
    },
  ),
  controlRoute(
    'POST',
    '/_control/reset',
    'forget payments, events, deliveries, keys, faults and rules; endpoints and clock stay',
    NothingGiven,
    ({ sandbox }) => {
      sandbox.store.inTransaction(() => sandbox.store.forget())
      sandbox.faults.remove()
      sandbox.webhookRules.remove()
      return told({})
    },
  ),
]
