import fc from 'fast-check'
import { hourMs, minuteMs } from '../../../src/shared/durations'
import type { Fault } from '../../setup/control-sandbox'

type ProviderCall = 'create' | 'read' | 'list' | 'cancel'
type ProviderFault = 'lose_answer' | 'drop' | 429 | 500 | 409

export const visitorNames = ['Ганна', 'Богдан', 'Олена'] as const

const visitor = fc.nat({ max: visitorNames.length - 1 })

/** Most confirmations are answered; the others arrive after later requests. */
const lateness = fc.constantFrom(0, 0, 0, 15, 40, 80)

/** Ordinary steps are more frequent than faults. */
const anyStep = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constant('choose'),
      visitor,
      uah: fc.constantFrom(100, 200, 777),
    }),
  },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('old-words'), visitor }) },
  {
    weight: 7,
    arbitrary: fc.record({
      what: fc.constant('pay'),
      visitor,
      card: fc.constantFrom('good', 'good', 'good', 'declined', 'asksBank', 'slow', 'slowRefused'),
      // The visitor's connection breaks, and the confirmation is processed that much later.
      landsAfterMs: lateness,
      /** A client that follows the bare specification sends no words before it confirms the card. */
      isBare: fc.constantFrom(false, false, false, true),
    }),
  },
  // In another tab: the same payment, with the words as they stand there.
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant('pay-elsewhere'), visitor, landsAfterMs: lateness }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ what: fc.constant('ask'), visitor, cancel: fc.boolean() }),
  },
  {
    // Real time, in which late confirmations land.
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('let-land'), ms: fc.constantFrom(5, 30, 90) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('bank'),
      visitor,
      outcome: fc.constantFrom('authorized', 'authorized', 'failed'),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      what: fc.constant('order'),
      visitor,
      times: fc.constantFrom(1, 1, 2),
      during: fc.constantFrom('nothing', 'nothing', 'syncing', 'reconciling'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('order-free'),
      visitor,
      times: fc.constantFrom(1, 2),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('leave'), visitor }) },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('give-back'),
      visitor,
      how: fc.constantFrom('part', 'all', 'failing', 'dispute'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('provider-fault'),
      call: fc.constantFrom('create', 'read', 'read', 'list', 'cancel'),
      fault: fc.constantFrom<ProviderFault[]>('lose_answer', 'drop', 429, 500, 409),
      count: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('webhook-fault'),
      action: fc.constantFrom(
        ...(['duplicate', 'withhold', 'reorder', 'bad_signature'] as const),
        ...(['stale_timestamp', 'altered_body', 'lose_answer'] as const),
      ),
      count: fc.integer({ min: 1, max: 6 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('replay'), event: fc.nat({ max: 20 }) }) },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('crash'), calls: fc.nat({ max: 24 }) }) },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('restart') }) },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('wait'),
      ms: fc.constantFrom(2_000, 61_000, 4 * minuteMs, 10 * minuteMs, 3 * hourMs, 25 * hourMs),
    }),
  },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('sync') }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('reconcile') }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('emails') }) },
)

/** An action of a visitor or the system, or a fault. */
export type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never

const anything = fc.array(anyStep, { maxLength: 2 })

/** One order from start to end, with anything in between: random steps rarely get that far. */
const anyCandle: fc.Arbitrary<Step[]> = fc
  .record({
    visitor,
    uah: fc.constantFrom(100, 200),
    card: fc.constantFrom('good', 'good', 'good', 'asksBank', 'slow'),
    landsAfterMs: lateness,
    isBare: fc.constantFrom(false, false, true),
    orders: fc.boolean(),
    before: anything,
    later: anything,
  })
  .map(({ visitor, uah, card, landsAfterMs, isBare, orders, before, later }) => [
    { what: 'choose', visitor, uah },
    ...before,
    { what: 'pay', visitor, card, landsAfterMs, isBare },
    ...(card === 'asksBank'
      ? [{ what: 'bank' as const, visitor, outcome: 'authorized' as const }]
      : []),
    ...later,
    ...(orders
      ? [{ what: 'order' as const, visitor, times: 1 as const, during: 'nothing' as const }]
      : []),
  ])

export const anyScenario: fc.Arbitrary<Step[]> = fc
  .array(
    fc.oneof(
      anyCandle,
      anyStep.map(step => [step]),
    ),
    { minLength: 2, maxLength: 14 },
  )
  .map(parts => parts.flat())

const paths: Record<ProviderCall, Pick<Fault, 'method' | 'path'>> = {
  create: { method: 'POST', path: '/v1/payment_intents' },
  read: { method: 'GET', path: '/v1/payment_intents/*' },
  list: { method: 'GET', path: '/v1/payment_intents' },
  cancel: { method: 'POST', path: '/v1/payment_intents/*/cancel' },
}

export function toFault({ call, fault, count }: Extract<Step, { what: 'provider-fault' }>): Fault {
  const failure =
    typeof fault === 'number' ? { action: 'status' as const, status: fault } : { action: fault }
  return { ...paths[call], ...failure, count }
}
