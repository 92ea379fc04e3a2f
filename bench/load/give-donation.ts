import { randomUUID } from 'node:crypto'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as v from 'valibot'
import { PaymentIntentAnswerSchema } from '../../src/contract/payment-intent'
import { ProofWantedSchema, proofOfWorkHeader } from '../../src/contract/proof-of-work'
import { buildOrder } from '../../tests/api/build-order'
import type { Product } from '../../tests/processes'

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
    fetch(product.url + path, {
      method,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...headers },
      body: JSON.stringify(body),
    })
  const askForIntent = (headers = {}) =>
    send('POST', '/api/create-payment-intent', { amount: 200 }, headers)

  const first = await askForIntent()
  const proved = first.status === 429
  const minted = proved ? await askForIntent(await prove(first)) : first
  const answer = v.safeParse(PaymentIntentAnswerSchema, await minted.json())
  const intent = answer.success ? answer.output.client_secret?.split('_secret_')[0] : undefined
  if (intent === undefined) return { ordered: false, proved, ms: Date.now() - startedAt }

  const order = buildOrder({
    name: randomUUID(),
    donationAmount: '200',
    prefersDonation: true,
  })
  await send('PUT', `/api/order-drafts/${intent}`, order)
  await fetch(`${product.sandboxUrl}/_control/payment_intents/${intent}/pay`, { method: 'POST' })
  const placed = await send('POST', '/api/candle-orders', order, { 'idempotency-key': intent })
  const ordered = placed.status === 200 && (await placed.text()).includes('"success":true')
  return { ordered, proved, ms: Date.now() - startedAt }
}

async function prove(refusal: Response): Promise<Record<string, string>> {
  const wanted = v.safeParse(ProofWantedSchema, await refusal.json())
  if (!wanted.success) return {}
  const { challenge } = wanted.output
  const proof = { challenge, solution: await solveChallenge({ challenge, deriveKey }) }
  return { [proofOfWorkHeader]: Buffer.from(JSON.stringify(proof)).toString('base64') }
}
