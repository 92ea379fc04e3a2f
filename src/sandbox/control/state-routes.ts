import * as v from 'valibot'
import type { Kind } from '../store/object-rows'
import { everything } from '../store/page'
import { Count, CountText, controlRoute, NothingGiven, problem, told } from './control-route'

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
    told({ now_ms: sandbox.clock.now() }),
  ),
  controlRoute(
    'POST',
    '/_control/clock',
    'turn the clock forward: {advance_ms}; retries, plans and keys follow it',
    v.strictObject({ advance_ms: Count }),
    ({ sandbox, given }) => {
      sandbox.clock.advance(given.advance_ms)
      sandbox.wake()
      return told({ now_ms: sandbox.clock.now() })
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
