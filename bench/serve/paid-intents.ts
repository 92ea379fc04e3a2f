import * as v from 'valibot'
import type { Ours } from '../programs/start-ours'

const CreatedSchema = v.object({ success: v.literal(true), client_secret: v.string() })
const atOnce = 8

/** Creates intents through our API and pays them at the card sandbox, as visitors would. */
export async function makePaidIntents(product: Ours, count: number): Promise<string[]> {
  const intents: string[] = []
  const workers = Array.from({ length: atOnce }, async () => {
    while (intents.length < count) intents.push(await makePaidIntent(product))
  })
  await Promise.all(workers)
  return intents.slice(0, count)
}

async function makePaidIntent({ server, sandbox }: Ours): Promise<string> {
  const created = await post(`${server.url}/api/create-payment-intent`, { amount: 200 })
  const { client_secret: secret } = v.parse(CreatedSchema, created)
  const [intent = ''] = secret.split('_secret_')
  await post(`${sandbox.url}/_control/payment_intents/${intent}/pay`, { card: '4242424242424242' })
  return intent
}

async function post(url: string, body: object): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}
