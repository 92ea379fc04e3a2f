import { randomUUID } from 'node:crypto'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as v from 'valibot'
import { PaymentIntentAnswerSchema } from '../../src/shared/payment-intent'
import { ProofWantedSchema, proofOfWorkHeader } from '../../src/shared/proof-of-work'
import { buildOrder } from '../../tests/integration/build-order'
import type { Product } from '../../tests/processes'
import { type Answer, call } from './call'

export interface Gift {
  ordered: boolean
  /** Whether the visitor's browser was asked for a proof of work. */
  proved: boolean
  /** From the choice of the amount to the answer to the order. */
  ms: number
}

/** One visitor, doing what the page does: the intent, the draft, the card, the order. */
export async function giveDonation(
  product: Pick<Product, 'url' | 'sandboxUrl'>,
  address: string,
): Promise<Gift> {
  const startedAt = Date.now()
  const send = (method: string, path: string, body: unknown, headers = {}) =>
    call(product.url + path, { method, body, headers: { 'x-forwarded-for': address, ...headers } })
  const askForIntent = (headers = {}) =>
    send('POST', '/api/create-payment-intent', { amount: 200 }, headers)

  const first = await askForIntent()
  const proved = first.status === 429
  const minted = proved ? await askForIntent(await prove(first)) : first
  const answer = v.safeParse(PaymentIntentAnswerSchema, JSON.parse(minted.text))
  const intent = answer.success ? answer.output.client_secret?.split('_secret_')[0] : undefined
  if (intent === undefined) return { ordered: false, proved, ms: Date.now() - startedAt }

  const order = buildOrder({
    name: randomUUID(),
    donationAmount: '200',
    prefersDonation: true,
  })
  await send('PUT', `/api/order-drafts/${intent}`, order)
  await payByCard(product.sandboxUrl, intent)
  const placed = await send('POST', '/api/candle-orders', order, { 'idempotency-key': intent })
  const ordered = placed.status === 200 && placed.text.includes('"success":true')
  return { ordered, proved, ms: Date.now() - startedAt }
}

/** The card company has the client's core: when it is silent, that is no word about our server. */
async function payByCard(sandboxUrl: string, intent: string): Promise<void> {
  try {
    await call(`${sandboxUrl}/_control/payment_intents/${intent}/pay`, { method: 'POST' })
  } catch (error) {
    throw Object.assign(new Error('no card was charged', { cause: error }), {
      code: 'card company',
    })
  }
}

async function prove(refusal: Answer): Promise<Record<string, string>> {
  const wanted = v.safeParse(ProofWantedSchema, JSON.parse(refusal.text))
  if (!wanted.success) return {}
  const { challenge } = wanted.output
  const proof = { challenge, solution: await solveChallenge({ challenge, deriveKey }) }
  return { [proofOfWorkHeader]: Buffer.from(JSON.stringify(proof)).toString('base64') }
}
