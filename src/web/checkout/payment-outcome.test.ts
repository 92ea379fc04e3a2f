import { describe, expect, it, vi } from 'vitest'
import {
  type Answer,
  canceled,
  open,
  ordered,
  pending,
  stubPage,
  unknown,
} from '../../../tests/setup/checkout-page'
import { exampleOrder } from '../../../tests/setup/example-order'
import { chooseAmount, switchDonation } from './choose-amount'
import { awaitOutcome } from './payment-outcome'
import { listPendingOrders, type PendingOrder, rememberPendingOrder } from './pending-order'
import { dispatch } from './reducer'
import { isAmountLocked, type Payment } from './state'
import { createCheckoutStore } from './store'

const order = exampleOrder
const { clientSecret } = order
const declinedOnce = { ...open, decline: { message: 'Your card was declined.' } } as const

const { questions, intents, serverAnswers } = stubPage()

interface Page {
  resumed?: boolean
  cancel?: boolean
  shown?: PendingOrder
}

/** A page whose confirmation ended unclear, asking. */
function check({ resumed = false, cancel = false, shown = order }: Page = {}) {
  const store = createCheckoutStore('en')
  const signal = store.startPaymentTask()
  dispatch(store, { type: 'confirm-started', order: shown })
  rememberPendingOrder(shown)
  dispatch(store, { type: 'payment-unclear', order: shown })
  const error = { kind: 'declined', message: 'Unable to connect' } as const
  const asking = { signal, cancel, resumed, ...(!resumed && { error }) }
  const ended = awaitOutcome(store, shown, asking)
  return { store, state: store.getState, ended }
}

/** The order of a click on Pay so many hours ago. */
const pressed = (hours: number) => ({
  ...order,
  payload: { ...order.payload, pressedAt: Date.now() - hours * 3_600_000 },
})

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)

describe('an unclear payment', () => {
  /** After so many more seconds, the payment and the texts of the dialogs. */
  type Step = [seconds: number, kind: Payment['kind'], dialogs?: string[]]
  const four = [open, open, open, open]
  const again = { ...order, attempt: 'unclear-again' } as const

  const late = { resumed: true }
  const lost = ['Unable to connect']
  const declined = ['Your card was declined.']

  it.each<[string, Page, Answer[], ...Step[]]>([
    ['may be taken by a slow bank', {}, [open], [7, 'checking'], [3, 'open', lost]],
    ['that was declined is open at once', late, [declinedOnce], [2, 'open', declined]],
    [
      'is taken after all',
      late,
      [declinedOnce, pending],
      [2, 'open', declined],
      [5, 'checking', declined],
    ],
    ['was not declined by an earlier decline', { shown: again }, [declinedOnce], [7, 'checking']],
    [
      'is open after open answers in a row',
      {},
      [...four, unknown, ...four, unknown],
      [60, 'checking'],
    ],
    [
      'that is open may be paid',
      late,
      [open, ...four, ordered],
      [10, 'open'],
      [5, 'none', ['resumed']],
    ],
    ['that was canceled starts again', {}, [canceled], [5, 'ready', ['not-started']]],
  ])('%s', async (_, page, answers, ...steps) => {
    serverAnswers(...answers)
    const { state } = check(page)
    for (const [after, kind, texts = []] of steps) {
      await seconds(after)
      const { payment, dialogs } = state()
      expect(payment.kind).toBe(kind)
      expect(isAmountLocked(state())).toBe(kind === 'checking')
      expect(
        dialogs.map(dialog => {
          if (dialog.kind !== 'payment-failed') return dialog.kind
          return dialog.error.kind === 'declined' ? dialog.error.message : dialog.error.kind
        }),
      ).toEqual(texts)
    }
    const isOver = ['none', 'ready'].includes(state().payment.kind)
    expect(listPendingOrders()).toHaveLength(isOver ? 0 : 1)
  })

  it.each<[Answer, number, PendingOrder['attempt'], string[]]>([
    ['lost', 24, 'unclear', ['payment-failed']],
    ['not found', 24, 'unclear', ['payment-failed']],
    ['rejected call', 24, 'unclear', ['payment-failed']],
    [unknown, 24, 'unclear', ['payment-failed']],
    [pending, 24, 'unclear', ['payment-failed']],
    [open, 24, 'unclear', ['payment-failed']],
    // Declined for certain: not a word.
    [unknown, 26, 'declined', []],
    // The clock was a year ahead at the click on Pay.
    [unknown, -365 * 24, 'unclear', ['payment-failed']],
  ])(
    'with the answer "%s" is asked about until it is a day old: %i hours',
    async (answer, hours, attempt, said) => {
      serverAnswers(answer)
      const { state, ended } = check({ resumed: true, shown: { ...pressed(hours), attempt } })
      await seconds(600)
      if (hours === 24) {
        expect(state().payment.kind).toBe(answer === open ? 'open' : 'checking')
        expect(listPendingOrders()).toHaveLength(1)
        expect(questions.length).toBeGreaterThan(50)
        expect(questions.length).toBeLessThan(answer === open ? 130 : 70)
      }
      await seconds(3600)
      expect(await ended).toBe('ended')
      expect(state()).toMatchObject({ choice: 'none', payment: { kind: 'none' } })
      expect(state().dialogs.map(({ kind }) => kind)).toEqual(said)
      expect(listPendingOrders()).toEqual([])
    },
  )

  it('that is too old to wait for is canceled before it is forgotten', async () => {
    serverAnswers(open)
    check({ resumed: true, shown: pressed(26) })
    await seconds(2)
    expect(questions).toMatchObject([{ giveUp: true }])
    expect(listPendingOrders()).toEqual([])
  })

  it('is asked about again after 20 s without an answer, and at once when the connection is back', async () => {
    serverAnswers('none', 'lost')
    check()
    await seconds(20.9)
    expect(questions).toHaveLength(1)
    await seconds(0.2)
    expect(questions).toHaveLength(2)
    await seconds(0.5)
    window.dispatchEvent(new Event('online'))
    await seconds(0.1)
    expect(questions).toHaveLength(3)
  })

  it('is asked about with the text that another tab has corrected since', async () => {
    serverAnswers(pending)
    check({ resumed: true })
    await seconds(2)
    const corrected = { ...pressed(0), payload: { ...pressed(0).payload, name: 'Corrected' } }
    rememberPendingOrder(corrected)
    await seconds(5)
    expect(questions.at(-1)).toMatchObject({ order: { name: 'Corrected' } })
    expect(listPendingOrders()).toEqual([corrected])
  })

  it.each([
    { when: 'its answer is on the way', after: 0.5 },
    { when: 'it waits to ask again', after: 2 },
  ])('is asked about no more when something else is begun while $when', async ({ after }) => {
    serverAnswers(unknown, ordered)
    const { store, state, ended } = check()
    await seconds(after)
    store.startPaymentTask()
    const asked = questions.length
    await seconds(60)
    expect(await ended).toBe('superseded')
    expect(questions).toHaveLength(asked)
    expect(state().dialogs).toEqual([])
  })

  it('is remembered as unclear, so that no other tab begins a second payment', async () => {
    serverAnswers(unknown, declinedOnce)
    check({ resumed: true })
    expect(listPendingOrders()).toMatchObject([{ attempt: 'unclear' }])
    await seconds(10)
    expect(listPendingOrders()).toMatchObject([{ attempt: 'declined-unclear' }])
  })

  it('that was canceled with the donation switched off begins nothing', async () => {
    serverAnswers(unknown, canceled)
    const { state, store } = check()
    await seconds(2)
    switchDonation(store, false)
    await seconds(5)
    expect(state()).toMatchObject({ payment: { kind: 'none' } })
    expect(intents).toEqual([])
  })
})

describe('another amount after Pay', () => {
  const ready = (uah: number) => ({ choice: uah, payment: { kind: 'ready', uah } })
  const checking = { payment: { kind: 'checking', order: { clientSecret } } }

  it.each<[string, Answer, number[], number[], object]>([
    ['gets its intent once the old one is canceled', canceled, [500], [500], ready(500)],
    ['may change once more while it is canceled', canceled, [500, 400], [400], ready(400)],
    ['is not paid when the old one was', ordered, [500], [], { dialogs: [{ uah: 300 }] }],
    ['waits for a lost answer', 'lost', [500], [], checking],
    ['waits for an unknown one', unknown, [500], [], checking],
    ['waits for a bank', pending, [500], [], checking],
    ['waits for an open one', open, [500], [], checking],
  ])('%s', async (_, answer, chosen, created, expected) => {
    serverAnswers(...Array(5).fill(open), answer)
    const { store, state } = check({ resumed: true })
    await seconds(9.5)
    expect(state().payment.kind).toBe('open')
    for (const uah of chosen) chooseAmount(store, uah as 400 | 500)
    await vi.dynamicImportSettled()
    await seconds(0)
    expect(questions.filter(({ giveUp }) => giveUp)).toHaveLength(1)
    expect(intents).toEqual([])
    await seconds(3)
    expect(questions.at(-1)).toMatchObject({ clientSecret, giveUp: true })
    expect(intents).toEqual(created)
    expect(state()).toMatchObject(expected)
  })

  it('is no longer wanted when the old one stays open', async () => {
    serverAnswers(open)
    const { store, state } = check({ resumed: true })
    await seconds(9.5)
    chooseAmount(store, 500)
    await vi.dynamicImportSettled()
    await seconds(15)
    expect(state()).toMatchObject({ choice: 300, payment: { kind: 'open' } })
    expect(intents).toEqual([])
    await seconds(5)
    expect(questions.at(-1)).toMatchObject({ giveUp: false })
  })
})
