import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { announce } from './announce'
import { openOrdersTable } from './orders-table'

// The lower bound of an order: one durable row in the same store and the same table, for each request
// that is parsed and answered. Nothing is checked, no email is written, nobody is asked.

const [, , file = ''] = process.argv
const insert = openOrdersTable(file)
const answer = JSON.stringify({ success: true, emailNotifications: { userEmailSent: false } })

const server = createServer(async (request, response) => {
  const { name, purpose, email, language, userAgent } = JSON.parse(await text(request))
  const id = randomUUID()
  insert.run(id, id, id, name, purpose, email, language, userAgent, Date.now())
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(answer)
})
announce(server)
