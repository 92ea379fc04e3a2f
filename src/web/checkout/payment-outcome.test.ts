import { describe, expect, it, vi } from 'vitest'
import {
  type Answer,
  canceled,
  open,
  processing,
  stubPage,
  succeeded,
  unknown,
} from '../../../tests/setup/checkout-page'
import { exampleDonation, exampleWords } from '../../../tests/setup/example-order'
import { chooseAmount, switchDonation } from './choose-amount'
import { checkPayment } from './payment-outcome'
import { listPendingPayments, rememberPayment } from './pending-payment'
import { dispatch } from './reducer'
import { type Donation, isAmountLocked, type Payment } from './state'
import { createCheckoutStore } from './store'

const { clientSecret, uah } = exampleDonation
const resumed = { clientSecret, uah, isResumed: true }
const declinedOnce = {
  ...open,
  decline: { charge: 'ch_1', message: 'Your card was declined.' },
} as const

const { questions, intents, told, serverAnswers } = stubPage()

/** A page whose confirmation ended unclear, or that was opened again, asking. */
function check(donation: Donation = exampleDonation) {
  const store = createCheckoutStore('en')
  const isResumed = donation.words === undefined
  rememberPayment(donation)
  dispatch(
    store,
    isResumed ? { type: 'pending-payment-found', donation } : { type: 'payment-unclear', donation },
  )
  const error = { kind: 'declined', message: 'Unable to connect' } as const
  const ended = checkPayment(store, donation, isResumed ? undefined : error)
  return { store, state: store.getState, ended }
}

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)

describe('an unclear payment', () => {
  /** After so many more seconds, the payment and the texts of the dialogs. */
  type Step = [seconds: number, kind: Payment['kind'], dialogs?: string[]]
  const four = [open, open, open, open]
  const lost = ['Unable to connect']
  const declined = ['Your card was declined.']
  const shown = { ...exampleDonation, shownDecline: 'ch_1' }

  it.each<[string, Donation, Answer[], ...Step[]]>([
    ['may be taken by a slow bank', exampleDonation, [open], [7, 'checking'], [3, 'open', lost]],
    ['that was declined is open at once', resumed, [declinedOnce], [2, 'open', declined]],
    [
      'is taken after all',
      resumed,
      [declinedOnce, processing],
      [2, 'open', declined],
      [5, 'checking', declined],
    ],
    ['was not declined by an earlier decline', shown, [declinedOnce], [7, 'checking']],
    [
      'is open after open answers in a row',
      exampleDonation,
      [...four, unknown, ...four, unknown],
      [60, 'checking'],
    ],
    [
      'that is open may be paid',
      resumed,
      [open, ...four, succeeded],
      [10, 'open'],
      [5, 'none', ['resumed']],
    ],
    ['that was canceled starts again', exampleDonation, [canceled], [5, 'ready', ['not-started']]],
    ['that was canceled after a reload is over', resumed, [canceled], [5, 'none']],
    [
      'that our server does not know is believed at last',
      resumed,
      ['not known'],
      [7, 'checking'],
      [3, 'none', ['outcome-unknown']],
    ],
    ['whose server is out of reach is asked about', resumed, ['not found'], [3600, 'checking']],
  ])('%s', async (_, donation, answers, ...steps) => {
    serverAnswers(...answers)
    const { state } = check(donation)
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
    expect(listPendingPayments()).toHaveLength(isOver ? 0 : 1)
  })

  it.each<[Answer, Payment['kind']]>([
    ['lost', 'checking'],
    ['not found', 'checking'],
    ['rejected call', 'checking'],
    [unknown, 'checking'],
    [processing, 'checking'],
    [open, 'open'],
  ])('with the answer "%s" is asked about for days', async (answer, kind) => {
    serverAnswers(answer)
    const { state } = check(resumed)
    await seconds(600)
    expect(questions.length).toBeGreaterThan(50)
    expect(questions.length).toBeLessThan(answer === open ? 130 : 70)
    await seconds(2 * 24 * 3600)
    expect(state().payment.kind).toBe(kind)
    expect(listPendingPayments()).toEqual([{ clientSecret, uah }])
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

  it('that was paid is told with its words, and to the embedding site', async () => {
    serverAnswers(processing, succeeded)
    const { state } = check()
    await seconds(5)
    expect(state().dialogs).toEqual([
      { kind: 'thanks', uah, summary: exampleWords, missing: undefined, clientSecret },
    ])
    expect(told).toEqual([true])
  })

  it.each<[Answer, string, boolean]>([
    [{ ...succeeded, missing: 'name' }, 'name', true],
    [{ ...succeeded, hasOrder: false }, 'order', false],
  ])('that was paid without its words asks for them: %j', async (answer, missing, isTold) => {
    serverAnswers(answer)
    const { state } = check(resumed)
    await seconds(5)
    expect(state().dialogs).toMatchObject([{ kind: 'resumed', uah, missing, clientSecret }])
    expect(told).toEqual(isTold ? [true] : [])
    // Until it is answered, or closed.
    expect(listPendingPayments()).toHaveLength(1)
  })

  it.each([
    { when: 'its answer is on the way', after: 0.5 },
    { when: 'it waits to ask again', after: 2 },
  ])('is asked about no more when something else is begun while $when', async ({ after }) => {
    serverAnswers(unknown, succeeded)
    const { store, state, ended } = check()
    await seconds(after)
    store.startPaymentTask()
    const asked = questions.length
    await seconds(60)
    expect(await ended).toBe('superseded')
    expect(questions).toHaveLength(asked)
    expect(state().dialogs).toEqual([])
  })

  it('keeps the donation switched on until the server has answered', async () => {
    serverAnswers(unknown, canceled)
    const { state, store } = check(resumed)
    await seconds(2)
    switchDonation(store, false)
    expect(state()).toMatchObject({ donationEnabled: true, payment: { kind: 'checking' } })
    await seconds(5)
    expect(state()).toMatchObject({ payment: { kind: 'none' } })
    expect(intents).toEqual([])
  })
})

describe('another amount after Pay', () => {
  const ready = (uah: number) => ({ choice: uah, payment: { kind: 'ready', uah } })
  const checking = { payment: { kind: 'checking', donation: { clientSecret } } }

  it.each<[string, Answer, number[], number[], object]>([
    ['gets its intent once the old one is canceled', canceled, [500], [500], ready(500)],
    ['cannot change once more while it is canceled', canceled, [500, 400], [500], ready(500)],
    ['is not paid when the old one was', succeeded, [500], [], { dialogs: [{ uah: 300 }] }],
    ['waits for a lost answer', 'lost', [500], [], checking],
    ['waits for an unknown one', unknown, [500], [], checking],
    ['waits for a bank', processing, [500], [], checking],
    ['waits for an open one', open, [500], [], checking],
  ])('%s', async (_, answer, chosen, created, expected) => {
    serverAnswers(...Array(5).fill(open), answer)
    const { store, state } = check(resumed)
    await seconds(9.5)
    expect(state().payment.kind).toBe('open')
    for (const uah of chosen) chooseAmount(store, uah as 400 | 500)
    await vi.dynamicImportSettled()
    await seconds(0)
    expect(questions.filter(({ cancelUnlessPaid }) => cancelUnlessPaid)).toHaveLength(1)
    expect(intents).toEqual([])
    await seconds(3)
    expect(questions.at(-1)).toMatchObject({ clientSecret, cancelUnlessPaid: true })
    expect(intents).toEqual(created)
    expect(state()).toMatchObject(expected)
  })

  it('is no longer wanted when the old one stays open', async () => {
    serverAnswers(open)
    const { store, state } = check(resumed)
    await seconds(9.5)
    chooseAmount(store, 500)
    await vi.dynamicImportSettled()
    await seconds(15)
    expect(state()).toMatchObject({ choice: 300, payment: { kind: 'open' } })
    expect(intents).toEqual([])
    await seconds(5)
    expect(questions.at(-1)).toMatchObject({ cancelUnlessPaid: false })
  })
})
