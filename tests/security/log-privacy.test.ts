import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paymentIntentIdOf } from '../../src/shared/payment-intent'
import { buildOrder } from '../integration/build-order'
import { startSmtpServer, type TestSmtpServer } from '../integration/emails/start-smtp-server'
import { linkIn } from '../integration/temple/open-page'
import { sendSubmission } from '../integration/temple/send-form'
import { controlSandbox } from '../setup/control-sandbox'
import { type Line, openLine } from '../setup/open-line'
import { type Product, startProduct } from '../setup/processes'
import { makeStorePlace, type StorePlace } from '../setup/test-store'

const private_ = {
  name: 'Мирослава-Катерина',
  purpose: 'за одужання від важкої хвороби',
  email: 'myroslava.kateryna@example.org',
  userAgent: 'Mozilla/5.0 (VerySpecialPhone)',
  referrer: 'https://temple.example/secret-page',
}
const picture = 'Секрет.jpg'
const secrets = ['sk_test_sandbox', 'whsec_sandbox', '_secret_', 'hush-hush-password']

let product: Product
let smtp: TestSmtpServer
let place: StorePlace
let line: Line

beforeAll(async () => {
  place = await makeStorePlace('postgres', true)
  line = await openLine(place.databaseUrl ?? '')
  smtp = await startSmtpServer()
  // Its answer names the recipient.
  const [localPart = ''] = private_.email.split('@')
  smtp.replies.atRecipient[localPart] = `550 <${private_.email}> has no mailbox here`
  product = await startProduct({
    env: {
      LOG_LEVEL: 'trace',
      SMTP_URL: `smtp://svichka:hush-hush-password@127.0.0.1:${smtp.port}`,
      DATABASE_URL: line.databaseUrl,
    },
  })
})

afterAll(async () => {
  await product.stop()
  await smtp.close()
  await place.remove()
})

const send = (method: string, path: string, body: unknown, headers = {}) =>
  fetch(product.url + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

async function orderInManyWays(): Promise<void> {
  const orders = '/api/candle-orders'
  const key = { 'idempotency-key': randomUUID() }
  await send('POST', orders, buildOrder(private_), key)
  await send('POST', orders, buildOrder({ ...private_, name: `${private_.name} ІІ` }), key)
  await send('POST', orders, buildOrder({ ...private_, purpose: '' }))
  await send('POST', orders, `{"name":"${private_.name}",`)
  await send('POST', orders, buildOrder({ ...private_, donationAmount: '200' }), {
    'idempotency-key': 'pi_unknown00000000000',
  })
  const created = await send('POST', '/api/create-payment-intent', { amount: 200 })
  const { client_secret: secret = '' } = JSON.parse(await created.text())
  const intent = paymentIntentIdOf(secret)
  const paid = buildOrder({ ...private_, donationAmount: '200' })
  await send('PUT', `/api/order-drafts/${intent}`, { ...paid, clientSecret: secret })
  await send('POST', orders, paid, { 'idempotency-key': intent })
  // While the store is down there is none.
  if (intent) await controlSandbox(product.sandboxUrl).pay(intent)
  await send('POST', orders, paid, { 'idempotency-key': intent })
  await send('POST', '/api/stripe-webhook', JSON.stringify(private_), { 'stripe-signature': 't=1' })
  await fetch(`${product.url}/?name=${encodeURIComponent(private_.name)}`)
}

/** Opens the temple's page and submits it; resolves to what signs its link. */
async function useTemplePage(): Promise<string> {
  await expect.poll(() => smtp.received.length).toBeGreaterThan(0)
  const link = linkIn(smtp.received[0], product.url)
  // Under the page's policy a browser names no more.
  const headers = { referer: `${product.url}/` }
  expect((await fetch(link, { headers })).status).toBe(200)
  const photos = [{ name: picture, bytes: Buffer.from('no picture') }]
  expect((await sendSubmission(link, { photos, headers })).status).toBe(422)
  expect((await fetch(link.replace('?', 'x?'))).status).toBe(404)
  return /-([0-9a-f]{32})/.exec(link)?.[1] ?? expect.unreachable()
}

test('no text of a visitor, no secret and no link to the temple’s page is in the log at its most verbose level', async () => {
  await orderInManyWays()
  const signature = await useTemplePage()
  line.close()
  await orderInManyWays()
  await product.server.stop()
  const log = product.server.output()
  expect(log).toContain('the store is down')
  expect(log).toContain('an email failed permanently')
  expect(smtp.recipients).toContain(private_.email)
  for (const words of [...Object.values(private_), ...secrets, picture, signature]) {
    expect(log).not.toContain(words)
    expect(log).not.toContain(encodeURIComponent(words))
  }
})
