import { randomUUID } from 'node:crypto'
import compression from 'compression'
import express from 'express'
import { z } from 'zod'
import { openOrdersTable } from '../bare/orders-table'

// The usual server of such a form: static files compressed on the way out, a schema for the body,
// one insert into the same table of the same store. No emails, no idempotency, no limits: what it
// does not do it need not pay for.

const Order = z.object({
  name: z.string().trim().min(1).max(1000),
  purpose: z.string().trim().min(1).max(1000),
  email: z.email().nullable(),
  language: z.enum(['uk', 'ru', 'en']),
  userAgent: z.string().max(1000),
})

const [, , folder = '.', file = ''] = process.argv
const insert = openOrdersTable(file)

const app = express()
app.use(compression())
app.use(express.static(folder))
app.use(express.json())
app.get('/api/stripe-config', (_request, response) => {
  response.json({ configured: true, publicKey: 'pk_test_baseline' })
})
app.post('/api/candle-orders', (request, response) => {
  const order = Order.safeParse(request.body)
  if (!order.success) {
    response.status(400).json({ success: false, error: order.error.message })
    return
  }
  const { name, purpose, email, language, userAgent } = order.data
  const id = randomUUID()
  insert.run(id, id, id, name, purpose, email, language, userAgent, Date.now())
  response.json({ success: true, emailNotifications: { userEmailSent: false } })
})

const port = Number(process.env.PORT ?? 0)
const listening = app.listen(port, '127.0.0.1', () => {
  const address = listening.address()
  console.log(`listening on ${typeof address === 'object' && address ? address.port : port}`)
})
