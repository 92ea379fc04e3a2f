import { randomUUID } from 'node:crypto'
import compression from 'compression'
import express from 'express'
import Database from 'libsql'
import { z } from 'zod'

// The usual server of such a form: static files compressed on the way out, a schema for the body,
// one insert. No letters, no idempotency, no limits: what it does not do it need not pay for.

const Order = z.object({
  name: z.string().trim().min(1).max(1000),
  purpose: z.string().trim().min(1).max(1000),
  email: z.email().nullable(),
  language: z.enum(['uk', 'ru', 'en']),
})

const [, , folder = '.', file = 'habit.db'] = process.argv
const database = new Database(file)
database.exec(
  'create table if not exists orders (id text primary key, name text, purpose text, email text, language text)',
)
database.pragma('journal_mode = WAL')
database.pragma('synchronous = FULL')
const insert = database.prepare('insert into orders values (?, ?, ?, ?, ?)')

const app = express()
app.use(compression())
app.use(express.static(folder))
app.use(express.json())
app.get('/api/stripe-config', (_request, response) => {
  response.json({ configured: true, publicKey: 'pk_test_habit' })
})
app.post('/api/candle-orders', (request, response) => {
  const order = Order.safeParse(request.body)
  if (!order.success) {
    response.status(400).json({ success: false, error: order.error.message })
    return
  }
  const { name, purpose, email, language } = order.data
  insert.run(randomUUID(), name, purpose, email, language)
  response.json({ success: true, emailNotifications: { userEmailSent: false } })
})

const port = Number(process.env.PORT ?? 0)
const listening = app.listen(port, '127.0.0.1', () => {
  const address = listening.address()
  console.log(`listening on ${typeof address === 'object' && address ? address.port : port}`)
})
