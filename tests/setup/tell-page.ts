import { expect, vi } from 'vitest'
import {
  type CandleOrderPayload,
  candleOrdersPath,
  idempotencyKeyHeader,
} from '../../src/shared/candle-order'
import {
  createPaymentIntentPath,
  orderDraftPath,
  paymentIntentIdOf,
} from '../../src/shared/payment-intent'
import { paymentOutcomesPath } from '../../src/shared/payment-outcome'
import {
  describePaymentError,
  type PaymentError,
} from '../../src/web/card-errors/describe-payment-error'
import { applyAmount } from '../../src/web/checkout/apply-amount'
import { chooseAmount, switchDonation } from '../../src/web/checkout/choose-amount'
import { parseCustomAmount } from '../../src/web/checkout/parse-custom-amount'
import { type OpenCardForm, pay } from '../../src/web/checkout/pay'
import { listPendingPayments, rememberPayment } from '../../src/web/checkout/pending-payment'
import { dispatch } from '../../src/web/checkout/reducer'
import { resumePayments } from '../../src/web/checkout/resume'
import { completeOrder, sendFreeOrder } from '../../src/web/checkout/send-order'
import {
  amountOf,
  type CheckoutState,
  type DialogContent,
  donationOf,
  isAmountLocked,
  isFrozen,
  isOutcomeUnclear,
  type Payment,
  type Toast,
} from '../../src/web/checkout/state'
import { type CheckoutStore, createCheckoutStore } from '../../src/web/checkout/store'
// The page imports it later. Here it is imported before anything is stubbed.
import '../../src/web/checkout-module'
import { error, intent, type StubbedPage } from './checkout-page'
import { exampleWords } from './example-order'

const decline = { charge: 'ch_1', message: 'Your card was declined.' }
const paid = { outcome: 'succeeded', amount: 300, hasOrder: true, userEmailSent: true }

type Reply = () => Response | Promise<Response>
const json =
  (body: object, status = 200): Reply =>
  () =>
    Response.json(body, { status })
const busy = (headers: Record<string, string>) => () => new Response('', { status: 429, headers })

/** What the server can answer. */
const replies: Record<string, Reply> = {
  lost: () => Promise.reject(new TypeError('Failed to fetch')),
  nothing: () => new Promise(() => {}),
  busy: busy({}),
  'busy for an hour': busy({ 'retry-after': '3541' }),
  down: json({ success: false }, 503),
  'not known': json({ success: false, error: 'Not known.' }, 404),
  /** A proxy in front of the server. */
  'not found': () => new Response('Not Found', { status: 404 }),
  no: json({ success: false }),
  'no in words': json({ success: false, error: 'No.' }),
  stored: json({ success: true }),

  processing: json({ outcome: 'processing', amount: 300 }),
  open: json({ outcome: 'open', amount: 300 }),
  declined: json({ outcome: 'open', amount: 300, decline }),
  unknown: json({ outcome: 'unknown' }),
  canceled: json({ outcome: 'canceled' }),
  paid: json(paid),
  'paid without a name': json({ ...paid, missing: 'name' }),
  'paid without an order': json({ ...paid, hasOrder: false }),
}

/** What the provider's script can answer. */
const confirmations: Record<string, object> = {
  paid: { paymentIntent: intent('succeeded') },
  declined: { error: error('card_error', { ...decline, code: 'card_declined' }) },
  unclear: { error: error('api_error', { message: 'Too much noise.' }) },
}
const invalid = { error: error('validation_error', { code: 'incomplete_number', message: 'no' }) }

type Asked = 'intent' | 'words' | 'order' | 'outcome' | 'card' | 'form'

interface Page extends StubbedPage {
  store: CheckoutStore
  calls: string[]
  /** The coming answers of each. The last one repeats. */
  answers: Record<Asked, string[]>
  /** The amounts of the intents, by their client secrets. */
  amounts: Map<string, number>
  /** What stands in the fields as Pay is clicked. */
  words: CandleOrderPayload
  version: number
}

function nextAnswer({ answers }: Page, asked: Asked): string {
  const [next = '', ...later] = answers[asked]
  if (later.length > 0) answers[asked] = later
  return next
}

/** Resolves to what comes of the answer's name. `2 s later x` is x with a delay. */
async function comes(name: string): Promise<string> {
  const [, seconds, what = name] = /^(\d+) s later (.+)$/.exec(name) ?? []
  if (seconds) await new Promise(resolve => setTimeout(resolve, Number(seconds) * 1000))
  return what
}

async function reply(name: string): Promise<Response> {
  const what = await comes(name)
  return (replies[what] ?? expect.unreachable(`There is no answer ${what}.`))()
}

function addIntent({ amounts }: Page, uah: number): string {
  const secret = `pi_intent${1000 + amounts.size}_secret_x`
  amounts.set(secret, uah)
  return secret
}

/** The server, which notes the calls. The page catches what a call throws, so expectations are soft. */
async function serve(page: Page, path: string, { method, body, headers }: RequestInit) {
  const { calls, amounts } = page
  const sent = JSON.parse(String(body))
  const uah = amounts.get(sent.clientSecret)
  const words = { ...page.words, donationAmount: String(uah) }
  expect.soft(method).toBe('POST')
  if (path === createPaymentIntentPath) {
    calls.push(`intent ${sent.amount}`)
    const answer = nextAnswer(page, 'intent')
    if (answer !== 'created') return reply(answer)
    return Response.json({ success: true, client_secret: addIntent(page, sent.amount) })
  }
  if (path === paymentOutcomesPath) {
    calls.push(`${sent.cancelUnlessPaid ? 'cancel' : 'ask'} ${uah}`)
    return reply(nextAnswer(page, 'outcome'))
  }
  if (path === candleOrdersPath) {
    const key = new Headers(headers).get(idempotencyKeyHeader)
    const secret = [...amounts.keys()].find(each => paymentIntentIdOf(each) === key)
    if (secret)
      expect.soft(sent).toMatchObject({ ...page.words, donationAmount: expect.any(String) })
    calls.push(secret ? `order ${amounts.get(secret)}` : 'free order')
    return reply(nextAnswer(page, 'order'))
  }
  calls.push(`words ${uah}`)
  expect.soft(path).toBe(orderDraftPath(paymentIntentIdOf(sent.clientSecret)))
  expect.soft(sent).toEqual({ ...words, clientSecret: sent.clientSecret, version: sent.version })
  expect.soft(sent.version).toBeGreaterThan(page.version)
  page.version = sent.version
  return reply(nextAnswer(page, 'words'))
}

/** Clicks Pay on the payment that the page has. */
function clickPay(page: Page): void {
  const { store, calls } = page
  const { payment } = store.getState()
  const { clientSecret, uah } =
    (payment.kind === 'ready' ? payment : donationOf(payment)) ?? expect.unreachable()
  const form = nextAnswer(page, 'form')
  const submit = async () => {
    calls.push('submit')
    return form === 'complete' ? {} : invalid
  }
  const confirmPayment = async () => {
    const isRemembered = listPendingPayments().some(each => each.clientSecret === clientSecret)
    calls.push(`confirm ${uah}${isRemembered ? '' : ' unremembered'}`)
    const answer = await comes(nextAnswer(page, 'card'))
    return confirmations[answer] ?? new Promise(() => {})
  }
  const card = {
    elements: form === 'old' ? {} : { submit },
    stripe: { confirmPayment },
    isWallet: form === 'wallet closed',
  }
  const words = { ...page.words, donationAmount: String(uah) }
  void pay(store, card as unknown as OpenCardForm, { clientSecret, uah, words })
  // Safari opens a wallet's sheet only within the click.
  calls.push('|')
}

/** Writes what a paid order lacks into its dialog. */
function writeName(page: Page): void {
  const { store } = page
  page.words = exampleWords
  const [paid] = store.getState().dialogs
  const news = paid?.kind === 'resumed' ? paid : expect.unreachable()
  const { uah = 0, clientSecret = '' } = news
  void completeOrder(store, { ...news, uah, clientSecret }, exampleWords)
}

const freeForm = { forWhom: 'Ivan', purpose: 'peace', donationEnabled: false, email: '' }

/** A page that is opened again, as main.tsx does. */
function openPage(page: Page): void {
  page.store = createCheckoutStore('en')
  const isReturn = window.location.search.includes('payment_intent')
  const isExpected = isReturn || listPendingPayments().length > 0
  if (isExpected) page.store.dispatch({ type: 'payment-expected' })
  void resumePayments(page.store)
}

const secretOf = ({ amounts }: Page, uah: number) =>
  [...amounts].find(([, amount]) => amount === uah)?.[0] ?? ''

/** What can happen to a page on which 300 UAH can be paid. */
const steps: Record<string, (page: Page) => unknown> = {
  pay: clickPay,
  'write the name': writeName,
  'empty the field of the name': page => {
    page.words = { ...exampleWords, name: '' }
  },
  'order free': ({ store }) => {
    store.dispatch({ type: 'free-order-started' })
    void sendFreeOrder(store, freeForm, 'en')
  },
  'write another text': ({ store }) => store.dispatch({ type: 'field-edited', field: 'forWhom' }),
  'switch off': ({ store }) => switchDonation(store, false),
  'switch on': ({ store }) => switchDonation(store, true),
  'close the dialog': ({ store }) => dispatch(store, { type: 'dialog-closed' }),
  'begin something else': ({ store }) => void store.startPaymentTask(),
  'a late intent': ({ store }) =>
    dispatch(store, { type: 'intent-created', uah: 900, clientSecret: 'pi_late90000_secret_x' }),
  'a late failure': ({ store }) =>
    dispatch(store, { type: 'intent-failed', error: { kind: 'not-started' } }),
  'set the clock back': () => vi.setSystemTime(Date.now() - 3_600_000),
  online: () => window.dispatchEvent(new Event('online')),
  /** From the browser's cache of pages. */
  'come back': ({ store }) => void resumePayments(store),
  'expect a payment': ({ store }) => store.dispatch({ type: 'payment-expected' }),
  reload: page => {
    page.store.startPaymentTask()
    openPage(page)
  },
  'return from a bank': page => {
    const secret = secretOf(page, 300)
    page.openAddress(
      `?payment_intent=${paymentIntentIdOf(secret)}&payment_intent_client_secret=${secret}&redirect_status=succeeded&lang=uk`,
    )
    openPage(page)
  },
}

const units: Record<string, number> = {
  ms: 1,
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
}

async function take(page: Page, name: string): Promise<void> {
  const [, asked, answers = ''] = /^(intent|words|order|outcome|card|form): (.+)$/.exec(name) ?? []
  const [, choice] = /^choose (\S+)$/.exec(name) ?? []
  const [, typed] = /^type (.+)$/.exec(name) ?? []
  const [, clicked] = /^Pay was clicked on (\d+)$/.exec(name) ?? []
  const [, query] = /^open (.+)$/.exec(name) ?? []
  const [, count, unit = ''] = /^([\d.]+) (ms|second|minute|hour|day)s?$/.exec(name) ?? []
  if (asked) page.answers[asked as Asked] = answers.split(' then ').flatMap(repeat)
  else if (choice) chooseAmount(page.store, choice === 'custom' ? choice : (Number(choice) as 100))
  else if (typed) applyAmount(page.store, parseCustomAmount(typed === 'nothing' ? '' : typed))
  else if (clicked) {
    const uah = Number(clicked)
    const clientSecret = secretOf(page, uah) || addIntent(page, uah)
    rememberPayment({ clientSecret, uah })
  } else if (query) {
    page.openAddress(query)
    openPage(page)
  } else if (count) {
    await vi.dynamicImportSettled()
    await vi.advanceTimersByTimeAsync(Number(count) * (units[unit] ?? expect.unreachable(name)))
  } else (steps[name] ?? expect.unreachable(`There is no step ${name}.`))(page)
}

/** `4 × open` are four answers. */
function repeat(answer: string): string[] {
  const [, times, what = answer] = /^(\d+) × (.+)$/.exec(answer) ?? []
  return Array(Number(times ?? 1)).fill(what)
}

/**
 * Takes the steps of a story, comma-separated, on a page where 300 UAH can be paid. Resolves to all that
 * the visitor, the embedding site, the records and the server then see.
 */
export async function tellPage(stubbed: StubbedPage, story: string): Promise<string> {
  const answers = {
    ...{ intent: ['created'], words: ['stored'], order: ['stored'], outcome: ['processing'] },
    ...{ card: ['paid'], form: ['complete'] },
  }
  const page: Page = {
    ...{ ...stubbed, store: createCheckoutStore('en'), calls: [], answers },
    ...{ amounts: new Map(), words: exampleWords, version: 0 },
  }
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => serve(page, path, init))
  vi.stubGlobal('navigator', { onLine: true, userAgent: '', language: '' })
  vi.stubGlobal('document', { referrer: '' })
  page.store.dispatch({ type: 'amount-chosen', choice: 300 })
  const clientSecret = addIntent(page, 300)
  dispatch(page.store, { type: 'intent-created', uah: 300, clientSecret })
  for (const name of story.split(', ')) await take(page, name)
  return describePage(page)
}

function describePage({ store, calls, told, addresses, amounts }: Page): string {
  const state = store.getState()
  const { donationEnabled, freeOrder, dialogs, toast, fields } = state
  return [
    describePayment(state.payment) + describeLock(state),
    ...describeChoice(state),
    donationEnabled ? '' : 'no donation',
    freeOrder === 'editing' ? '' : `free order ${freeOrder === 'sending' ? 'sending' : 'failed'}`,
    fields.forWhom && `field: ${fields.forWhom}`,
    ...dialogs.map(dialog => describeDialog(dialog, state)),
    describeError(state),
    toast ? describeToast(toast) : '',
    ...told.map(isDonated => `site told${isDonated ? '' : ' of a free order'}`),
    ...listPendingPayments().map(
      ({ clientSecret, isTold }) => `kept ${amounts.get(clientSecret)}${isTold ? ', told' : ''}`,
    ),
    ...addresses.map(address => `address ${address}`),
    countRuns(calls),
  ]
    .filter(part => part !== '')
    .join('; ')
}

function describePayment(payment: Payment): string {
  if (payment.kind === 'none') return 'no payment'
  if (payment.kind === 'open')
    return `${payment.isUnclear ? 'unclear' : 'declined'} ${payment.donation.uah} open`
  if (payment.kind !== 'checking') return `${payment.kind} ${amountOf(payment)}`
  const { donation, isPaid, next } = payment
  const words = isPaid && donation?.hasWordsStored && 'with words'
  const wanted = next && `before ${next.uah ?? 'custom'}`
  return ['checking', isPaid && 'paid', donation?.uah, words, wanted].filter(Boolean).join(' ')
}

function describeLock(state: CheckoutState): string {
  if (isFrozen(state)) return ', frozen'
  return isAmountLocked(state) ? ', locked' : ''
}

function describeChoice({ payment, choice }: CheckoutState): string[] {
  const chosen = amountOf(payment) ?? 'none'
  return choice === chosen ? [] : [`choice ${choice}`]
}

const describe = (failure: PaymentError, { language, payment }: CheckoutState) =>
  describePaymentError(failure, language, isOutcomeUnclear(payment))

function describeDialog(dialog: DialogContent, state: CheckoutState): string {
  if (dialog.kind === 'payment-failed') return `dialog: ${describe(dialog.error, state).cause}`
  const { kind, uah, summary, missing } = dialog
  const whose = [kind, uah, summary?.name, missing && `without ${missing}`]
  return whose.filter(Boolean).join(' ')
}

function describeError(state: CheckoutState): string {
  const { paymentError, dialogs } = state
  if (!paymentError) return ''
  const { isCharged, cause } = describe(paymentError, state)
  const isInDialog = dialogs.some(
    dialog => dialog.kind === 'payment-failed' && dialog.error === paymentError,
  )
  return [isCharged, isInDialog ? '' : cause].filter(Boolean).join(' ')
}

function describeToast({ id, content, open }: Toast): string {
  const what = content.kind === 'order-failed' ? 'failed' : 'submitted'
  const emailed = 'userEmailSent' in content && content.userEmailSent ? ', email sent' : ''
  return `toast ${id}: ${what}${emailed}${open ? '' : ', closed'}`
}

/** Notes each run of equal calls once, with its length. */
function countRuns(calls: string[]): string {
  const runs: { call: string; count: number }[] = []
  for (const call of calls) {
    const last = runs.at(-1)
    if (last?.call === call && call !== '|') last.count += 1
    else runs.push({ call, count: 1 })
  }
  const noted = runs.map(({ call, count }) => (count === 1 ? call : `${call} ×${count}`))
  return noted.length > 0 ? `calls: ${noted.join(', ').replaceAll(', |', ' |')}` : ''
}
