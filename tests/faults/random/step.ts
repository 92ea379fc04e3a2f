import fc from 'fast-check'
import type { Fault, WebhookRule } from '../control-sandbox'
import type { cards } from '../visitor'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** An action of a visitor or the system, or a fault. */
export type Step =
  | { what: 'choose'; visitor: number; uah: number }
  | { what: 'draft'; visitor: number }
  /** `landsAfterMs`: the visitor's connection breaks, and the confirmation is processed that much later. */
  | { what: 'pay'; visitor: number; card: keyof typeof cards; landsAfterMs: number }
  | { what: 'ask'; visitor: number; cancel: boolean }
  /** Real time, in which late confirmations land. */
  | { what: 'let-land'; ms: number }
  | { what: 'bank'; visitor: number; outcome: 'authorized' | 'failed' }
  | {
      what: 'order'
      visitor: number
      times: number
      during: 'nothing' | 'syncing' | 'reconciling'
    }
  | { what: 'order-free'; visitor: number; times: number }
  | { what: 'leave'; visitor: number }
  | { what: 'give-back'; visitor: number; how: 'part' | 'all' | 'failing' | 'dispute' }
  | { what: 'provider-fault'; call: ProviderCall; fault: ProviderFault; count: number }
  | { what: 'webhook-fault'; action: WebhookRule['action']; count: number }
  | { what: 'replay'; event: number }
  | { what: 'crash'; calls: number }
  | { what: 'restart' }
  | { what: 'wait'; ms: number }
  | { what: 'sync' }
  | { what: 'reconcile' }
  | { what: 'emails' }

type ProviderCall = 'create' | 'read' | 'list' | 'cancel'
type ProviderFault = 'lose_answer' | 'drop' | 429 | 500 | 409

export const visitorNames = ['Ганна', 'Богдан', 'Олена'] as const

const visitor = fc.nat({ max: visitorNames.length - 1 })

const is = <const W extends Step['what']>(what: W) => fc.constant(what)

/** Most confirmations are answered; the others arrive after later requests. */
const lateness = fc.constantFrom(0, 0, 0, 15, 40, 80)

/** Ordinary steps are more frequent than faults. */
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ what: is('choose'), visitor, uah: fc.constantFrom(100, 200, 777) }),
  },
  { weight: 5, arbitrary: fc.record({ what: is('draft'), visitor }) },
  {
    weight: 7,
    arbitrary: fc.record({
      what: is('pay'),
      visitor,
      card: fc.constantFrom('good', 'good', 'good', 'declined', 'asks', 'slow', 'slowRefused'),
      landsAfterMs: lateness,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ what: is('ask'), visitor, cancel: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ what: is('let-land'), ms: fc.constantFrom(5, 30, 90) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: is('bank'),
      visitor,
      outcome: fc.constantFrom('authorized', 'authorized', 'failed'),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      what: is('order'),
      visitor,
      times: fc.constantFrom(1, 1, 2),
      during: fc.constantFrom('nothing', 'nothing', 'syncing', 'reconciling'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ what: is('order-free'), visitor, times: fc.constantFrom(1, 2) }),
  },
  { weight: 1, arbitrary: fc.record({ what: is('leave'), visitor }) },
  {
    weight: 1,
    arbitrary: fc.record({
      what: is('give-back'),
      visitor,
      how: fc.constantFrom('part', 'all', 'failing', 'dispute'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: is('provider-fault'),
      call: fc.constantFrom('create', 'read', 'read', 'list', 'cancel'),
      fault: fc.constantFrom<ProviderFault[]>('lose_answer', 'drop', 429, 500, 409),
      count: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: is('webhook-fault'),
      action: fc.constantFrom(
        ...(['duplicate', 'withhold', 'reorder', 'bad_signature'] as const),
        ...(['stale_timestamp', 'altered_body', 'lose_answer'] as const),
      ),
      count: fc.integer({ min: 1, max: 6 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: is('replay'), event: fc.nat({ max: 20 }) }) },
  { weight: 4, arbitrary: fc.record({ what: is('crash'), calls: fc.nat({ max: 24 }) }) },
  { weight: 4, arbitrary: fc.record({ what: is('restart') }) },
  {
    weight: 4,
    arbitrary: fc.record({
      what: is('wait'),
      ms: fc.constantFrom(2 * second, 61 * second, 4 * minute, 10 * minute, 3 * hour, 25 * hour),
    }),
  },
  { weight: 4, arbitrary: fc.record({ what: is('sync') }) },
  { weight: 2, arbitrary: fc.record({ what: is('reconcile') }) },
  { weight: 1, arbitrary: fc.record({ what: is('emails') }) },
)

const anything = fc.array(anyStep, { maxLength: 2 })

/** One order from start to end, with anything in between: random steps rarely get that far. */
const anyCandle: fc.Arbitrary<Step[]> = fc
  .record({
    visitor,
    uah: fc.constantFrom(100, 200),
    card: fc.constantFrom<(keyof typeof cards)[]>('good', 'good', 'good', 'asks', 'slow'),
    landsAfterMs: lateness,
    drafts: fc.boolean(),
    orders: fc.boolean(),
    before: anything,
    after: anything,
    later: anything,
  })
  .map(({ visitor, uah, card, landsAfterMs, drafts, orders, before, after, later }) => [
    { what: 'choose', visitor, uah },
    ...before,
    ...(drafts ? [{ what: 'draft' as const, visitor }] : []),
    ...after,
    { what: 'pay', visitor, card, landsAfterMs },
    ...(card === 'asks'
      ? [{ what: 'bank' as const, visitor, outcome: 'authorized' as const }]
      : []),
    ...later,
    ...(orders ? [{ what: 'order' as const, visitor, times: 1, during: 'nothing' as const }] : []),
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
