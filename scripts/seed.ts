import { existsSync } from 'node:fs'
import * as v from 'valibot'
import { readConfig } from '../src/server/config/read-config'
import { candleOrdersPath, idempotencyKeyHeader } from '../src/shared/candle-order'
import { createPaymentIntentPath, PaymentIntentAnswerSchema } from '../src/shared/payment-intent'
import { sampleOrders } from './sample-orders'

// `npm run seed`: puts the sample orders into the running demo, paid at its card sandbox,
// so that emails and the command line have something to show.

if (existsSync('.env')) process.loadEnvFile('.env')
const { port, cards } = readConfig(process.env)
const server = `http://127.0.0.1:${port}`

if (cards?.apiUrl) for (const sample of sampleOrders) await place(sample, cards.apiUrl)
else console.error('Sample orders are for the demo only, with the card sandbox.')

async function place(sample: (typeof sampleOrders)[number], sandbox: URL): Promise<void> {
  const { uah, ...order } = sample
  const key = uah > 0 ? await pay(uah, sandbox) : crypto.randomUUID()
  const donation = { donationAmount: uah > 0 ? String(uah) : '', prefersDonation: uah > 0 }
  await post(
    `${server}${candleOrdersPath}`,
    { ...order, ...donation },
    { [idempotencyKeyHeader]: key },
  )
  console.log(`${sample.name}: ${uah > 0 ? `${uah} UAH` : 'no donation'}`)
}

/** Creates a paid intent. */
async function pay(uah: number, sandbox: URL): Promise<string> {
  const created = await post(`${server}${createPaymentIntentPath}`, { amount: uah })
  const { client_secret: secret = '' } = v.parse(PaymentIntentAnswerSchema, created)
  const [intent = ''] = secret.split('_secret_')
  const card = { card: '4242424242424242' }
  await post(new URL(`/_control/payment_intents/${intent}/pay`, sandbox).href, card)
  return intent
}

async function post(url: string, body: object, headers = {}): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }).catch(() => {
    console.error(`Nothing answers at ${server}. Start the demo first: npm start`)
    process.exit(1)
  })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}
