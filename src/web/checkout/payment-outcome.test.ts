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
import { listPendingOrders, rememberPendingOrder } from './pending-order'
import { isAmountLocked } from './state'
import { createCheckoutStore } from './store'

const order = exampleOrder
const { clientSecret } = order

const refused = { ...open, refusal: { message: 'Your card was declined.' } } as const

const { questions, intents, serverAnswers } = stubPage()

/** A page whose confirmation ended unclear, asking. */
function check({ resumed = false, cancel = false, shown = order } = {}) {
  const store = createCheckoutStore('en')
  const signal = store.startPaymentTask()
  store.dispatch({ type: 'confirm-started', order: shown })
  rememberPendingOrder(shown)
  store.dispatch({ type: 'payment-unclear', order: shown })
  const error = { kind: 'refused', message: 'Unable to connect' } as const
  const asking = { signal, cancel, resumed, ...(!resumed && { error }) }
  const ended = awaitOutcome(store, shown, asking)
  return { store, state: store.getState, ended }
}

/** The order of a click on Pay so many seconds ago. */
const pressed = (ago: number) => ({
  ...order,
  payload: { ...order.payload, pressedAt: Date.now() - ago * 1000 },
})

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)

describe('an unclear payment', () => {
  it('gets no answer at all, and is asked about again after 20 s', async () => {
    serverAnswers(pending)
    const answers = fetch
    vi.stubGlobal('fetch', (...call: Parameters<typeof fetch>) =>
      questions.length === 0
        ? answers(...call).then(() => new Promise(() => {}))
        : answers(...call),
    )
    check()
    await seconds(20.9)
    expect(questions).toHaveLength(1)
    await seconds(0.2)
    expect(questions).toHaveLength(2)
  })

  it.each(['lost', 'not found', unknown, pending, open] as const)(
    'with the answer "%s" is forgotten after a day, and the page says so',
    async answer => {
      serverAnswers(answer)
      const { state, ended } = check({ resumed: true, shown: pressed(24 * 3600) })
      await seconds(60)
      expect(listPendingOrders()).toHaveLength(1)
      await seconds(3600)
      expect(await ended).toBe('ended')
      expect(state()).toMatchObject({ choice: 'none', payment: { kind: 'none' } })
      expect(isAmountLocked(state())).toBe(false)
      expect(state().dialogs).toMatchObject([{ error: { kind: 'outcome-unknown' } }])
      expect(listPendingOrders()).toEqual([])
    },
  )

  it('whose card was declined for certain is forgotten after a day without a word', async () => {
    serverAnswers(unknown)
    const shown = { ...pressed(26 * 3600), attempt: 'declined' as const }
    const { state } = check({ resumed: true, cancel: true, shown })
    await seconds(2)
    expect(state()).toMatchObject({ payment: { kind: 'none' }, dialogs: [] })
  })

  it('is forgotten also where the clock was a year ahead at the click on Pay', async () => {
    serverAnswers(unknown)
    const { state } = check({ resumed: true, shown: pressed(-365 * 24 * 3600) })
    await seconds(2)
    expect(state().payment.kind).toBe('none')
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

  it('that was open again and is being taken after all is shown as checked', async () => {
    serverAnswers(refused, pending, unknown)
    const { state } = check({ resumed: true })
    await seconds(2)
    expect(state().payment.kind).toBe('open')
    await seconds(5)
    expect(state().payment.kind).toBe('checking')
  })

  it.each(['lost', 'refused call', unknown, pending] as const)(
    'stays in checking with "%s", however long it takes',
    async answer => {
      serverAnswers(answer)
      const { state } = check()
      await seconds(600)
      expect(state().payment).toMatchObject({ kind: 'checking', order: { clientSecret } })
      expect(listPendingOrders()).toHaveLength(1)
      expect(questions.length).toBeGreaterThan(50)
      expect(questions.length).toBeLessThan(70)
    },
  )

  it('is asked about at once when the connection is back', async () => {
    serverAnswers('lost')
    check()
    await seconds(60)
    const before = questions.length
    window.dispatchEvent(new Event('online'))
    await seconds(0.1)
    expect(questions).toHaveLength(before + 1)
  })

  it('does not look like an error while a slow bank may still take it', async () => {
    serverAnswers(open)
    const { state } = check()
    await seconds(7)
    expect(state()).toMatchObject({ payment: { kind: 'checking' } })
    expect(state().dialogs).toEqual([])
    await seconds(3)
    expect(state()).toMatchObject({
      payment: { kind: 'open', order: { clientSecret, attempt: 'unclear' } },
      dialogs: [{ kind: 'payment-failed', error: { message: 'Unable to connect' } }],
    })
    expect(isAmountLocked(state())).toBe(false)
  })

  it('is remembered as unclear, so that no other tab begins a second payment', async () => {
    serverAnswers(refused)
    check({ resumed: true })
    expect(listPendingOrders()).toMatchObject([{ attempt: 'unclear' }])
    await seconds(10)
    expect(listPendingOrders()).toMatchObject([{ attempt: 'declined-unclear' }])
  })

  it('counts only answers in a row', async () => {
    serverAnswers(open, open, open, unknown, open, open, open, unknown)
    const { state } = check()
    await seconds(60)
    expect(state().payment.kind).toBe('checking')
  })

  it('that is open again is asked about every 5 s, for it may still be paid late', async () => {
    serverAnswers(open, open, open, open, open, open, open, ordered)
    const { state } = check({ resumed: true })
    await seconds(10)
    expect(state().payment.kind).toBe('open')
    await seconds(15)
    expect(state()).toMatchObject({ payment: { kind: 'none' }, dialogs: [{ kind: 'resumed' }] })
  })

  it('shows a refusal at once, and only once', async () => {
    serverAnswers(refused)
    const { state, store } = check()
    await seconds(2)
    expect(state()).toMatchObject({
      payment: { kind: 'open', order: { clientSecret } },
      dialogs: [{ kind: 'payment-failed', error: { message: 'Your card was declined.' } }],
    })
    expect(listPendingOrders()).toMatchObject([{ attempt: 'declined-unclear' }])
    store.dispatch({ type: 'dialog-closed' })
    await seconds(30)
    expect(state().dialogs).toEqual([])
  })

  it('does not take the refusal of an earlier attempt for that of the last', async () => {
    serverAnswers(refused)
    const { state } = check({ shown: { ...order, attempt: 'unclear-again' } })
    await seconds(7)
    expect(state()).toMatchObject({ payment: { kind: 'checking' } })
  })

  it('that was canceled while the page paid starts again with the same amount', async () => {
    serverAnswers(canceled)
    const { state } = check()
    await seconds(5)
    expect(state()).toMatchObject({
      choice: 300,
      payment: { kind: 'ready', uah: 300 },
      dialogs: [{ kind: 'payment-failed', error: { kind: 'not-started' } }],
    })
    expect([intents, listPendingOrders()]).toEqual([[300], []])
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
  /** The page with the card form open again, and another amount chosen. */
  async function chooseAnother(...answers: Answer[]) {
    serverAnswers(...Array(5).fill(open), ...answers)
    const page = check({ resumed: true })
    await seconds(9.5)
    expect(page.state().payment.kind).toBe('open')
    chooseAmount(page.store, 500)
    await vi.dynamicImportSettled()
    await seconds(0)
    expect(questions.at(-1)).toMatchObject({ clientSecret, giveUp: true })
    return page
  }

  it('gets its intent only when the server has canceled the old one', async () => {
    const { state, ended } = await chooseAnother(canceled)
    expect(intents).toEqual([])
    await seconds(3)
    expect(intents).toEqual([500])
    expect(state()).toMatchObject({ choice: 500, payment: { kind: 'ready', uah: 500 } })
    await seconds(5)
    expect(await ended).toBe('superseded')
  })

  it('may change once more while the old one is canceled, which is asked once', async () => {
    const { state, store } = await chooseAnother(canceled)
    chooseAmount(store, 400)
    await vi.dynamicImportSettled()
    await seconds(3)
    expect([questions.filter(({ giveUp }) => giveUp).length, intents]).toEqual([1, [400]])
    expect(state()).toMatchObject({ choice: 400, payment: { kind: 'ready', uah: 400 } })
  })

  it('is not paid when the old one was', async () => {
    const { state } = await chooseAnother(ordered)
    await seconds(3)
    expect(intents).toEqual([])
    expect(state()).toMatchObject({ payment: { kind: 'none' }, dialogs: [{ uah: 300 }] })
  })

  it.each(['lost', unknown, pending, open] as const)('waits on "%s"', async answer => {
    const { state } = await chooseAnother(answer)
    await seconds(3)
    expect(intents).toEqual([])
    expect(state().payment).toMatchObject({ kind: 'checking', order: { clientSecret } })
    expect(questions.at(-1)).toMatchObject({ giveUp: true })
  })

  it('is no longer wanted when the old one stays open', async () => {
    const { state } = await chooseAnother(open)
    await seconds(12)
    expect(state()).toMatchObject({ choice: 300, payment: { kind: 'open' } })
    expect(intents).toEqual([])
    await seconds(5)
    expect(questions.at(-1)).toMatchObject({ giveUp: false })
  })
})
