import type { CandleOrderPayload } from '../../src/shared/candle-order'
import { paymentIntentIdOf } from '../../src/shared/payment-intent'
import type { PaymentOutcome } from '../../src/shared/payment-outcome'
import { buildOrder } from '../integration/build-order'
import { cards } from '../setup/cards'
import { controlSandbox } from '../setup/control-sandbox'
import type { Candle } from './read-snapshot'

/** `lost`: the connection broke, so the outcome is unknown. */
export type Reply = { status: number; body: Record<string, unknown> } | 'lost'

export const isAnswered = (reply: Reply) => reply !== 'lost' && reply.body.success === true

type Outcome = PaymentOutcome['outcome'] | 'lost'

type PayResult = 'succeeded' | 'declined' | 'asked' | 'processing' | 'unclear'

/** Addresses of the server and the payment provider, read at each call. */
export interface Place {
  url: string
  sandboxUrl: string
  /** Of each call to the server. */
  headers?: Record<string, string>
}

export type Visitor = ReturnType<typeof createVisitor>

/** The page's calls in its order, without a browser. */
export function createVisitor(place: Place, name: string, email: string | null = null) {
  const candle: Candle = {
    visitor: name,
    intents: [],
    wordsKept: [],
    confirmedKeys: [],
    rejectedAfterPayment: [],
    canceled: [],
    cookies: [],
  }
  let secret = ''
  let uah = 0
  let version = 0
  let isTaken = false
  const landing: Promise<unknown>[] = []

  const intent = () => paymentIntentIdOf(secret)
  const order = () =>
    buildOrder({ name, email, donationAmount: uah ? String(uah) : '', prefersDonation: uah > 0 })

  async function call(method: string, path: string, body: unknown, headers = {}): Promise<Reply> {
    try {
      const response = await fetch(place.url + path, {
        method,
        headers: { 'content-type': 'application/json', ...place.headers, ...headers },
        body: JSON.stringify(body),
      })
      if (response.headers.has('set-cookie')) candle.cookies.push(path)
      return { status: response.status, body: readObject(await response.text()) }
    } catch {
      return 'lost'
    }
  }

  async function callProvider(path: string, fields: Record<string, string>) {
    const body = new URLSearchParams({ key: 'pk_test_sandbox', client_secret: secret, ...fields })
    const target = `${place.sandboxUrl}/v1/${path}`
    try {
      const response = await fetch(target, { method: 'POST', body })
      return readObject(await response.text())
    } catch {
      return {}
    }
  }

  function notice(answer: Record<string, unknown>): PayResult {
    if (answer.status === 'succeeded') isTaken = true
    if (answer.status === 'succeeded' || answer.status === 'processing') return answer.status
    if (answer.status === 'requires_action') return 'asked'
    return 'error' in answer || answer.status === 'requires_payment_method' ? 'declined' : 'unclear'
  }

  async function post(key: string, payload: CandleOrderPayload): Promise<Reply> {
    const wasTaken = isTaken && key === intent()
    const reply = await call('POST', '/api/candle-orders', payload, { 'idempotency-key': key })
    if (isAnswered(reply)) candle.confirmedKeys.push(key)
    else if (wasTaken && reply !== 'lost' && reply.status < 500)
      candle.rejectedAfterPayment.push(key)
    return reply
  }

  return {
    candle,
    intent,
    /** Chooses an amount. Resolves to the intent's id; null: there is none. */
    async choose(amount: number) {
      const reply = await call('POST', '/api/create-payment-intent', { amount })
      const given = reply === 'lost' ? undefined : reply.body.client_secret
      if (typeof given !== 'string') return null
      secret = given
      uah = amount
      isTaken = false
      candle.intents.push(intent())
      return intent()
    },
    /** As at the click on Pay: the page confirms the card only once they are kept. */
    async sendWords(): Promise<Reply> {
      const sent = intent()
      version += 1
      const words = { ...order(), clientSecret: secret, version }
      const reply = await call('POST', `/api/order-drafts/${sent}`, words)
      if (isAnswered(reply)) candle.wordsKept.push(sent)
      return reply
    },
    /** Words from before the last ones, which come late: the page gave up waiting for them. */
    sendOldWords: () =>
      call('POST', `/api/order-drafts/${intent()}`, {
        ...order(),
        ...{ name: 'Колишні слова', clientSecret: secret, version: 0 },
      }),
    /** Confirms with the public key, as the provider's script does. */
    pay: async (card: string = cards.good) =>
      notice(await callProvider(`payment_intents/${intent()}/confirm`, describeCard(card))),
    answerBank: async (outcome: 'authorized' | 'failed') =>
      notice(await callProvider('3ds2/challenge_complete', { payment_intent: intent(), outcome })),
    /** The same, but the connection breaks and the confirmation is processed later, ms. */
    async payLate(ms: number, card: string = cards.good) {
      const path = `/v1/payment_intents/${intent()}/confirm`
      const delay = { action: 'delay', at: 'before', ms, method: 'POST', path, count: 1 } as const
      await controlSandbox(place.sandboxUrl).fault(delay)
      const confirmed = intent()
      landing.push(
        callProvider(`payment_intents/${confirmed}/confirm`, describeCard(card)).then(answer => {
          if (confirmed === intent()) notice(answer)
        }),
      )
    },
    /** Resolves when every late confirmation has arrived. */
    async untilLanded() {
      await Promise.all(landing)
    },
    /** Requests the payment's outcome, as the page does. */
    async ask({ cancel = false } = {}): Promise<Outcome> {
      const asked = intent()
      const question = { clientSecret: secret, cancelUnlessPaid: cancel }
      const reply = await call('POST', '/api/payment-outcomes', question)
      if (reply === 'lost' || reply.status !== 200) return 'lost'
      const outcome = String(reply.body.outcome) as Outcome
      // Without words, as a bare client pays, there may be none yet.
      if (outcome === 'succeeded' && reply.body.hasOrder) candle.confirmedKeys.push(asked)
      if (outcome === 'canceled') candle.canceled.push(asked)
      return outcome
    },
    order: () => post(intent(), order()),
    orderFree: (key: string) => post(key, buildOrder({ name, email })),
  }
}

function describeCard(number: string): Record<string, string> {
  return {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '40',
    'payment_method_data[card][cvc]': '123',
    use_stripe_sdk: 'true',
  }
}

function readObject(text: string): Record<string, unknown> {
  const value: unknown = text.startsWith('{') ? JSON.parse(text) : {}
  return Object.fromEntries(Object.entries(value ?? {}))
}
