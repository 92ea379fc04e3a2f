import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type Stripe from 'stripe'
import { expect, onTestFinished } from 'vitest'
import { sdk } from './open-sdk'

interface Received {
  body: string
  headers: IncomingHttpHeaders
}

/** A webhook endpoint that keeps all events. */
export async function listenForEvents() {
  let status = 200
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    received.push({ body: await text(request), headers: request.headers })
    response.writeHead(status).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    /** Sets the next answers' status; 200 at first. */
    answer: (next: number) => {
      status = next
    },
    /** Types in the order of arrival. */
    types: () => received.map(({ body }) => String(JSON.parse(body).type)),
    /** Resolves after so many events. */
    until: async (count: number) => {
      const waiting = { interval: 10, message: 'events that came' }
      await expect.poll(() => received.length, waiting).toBeGreaterThanOrEqual(count)
    },
  }
}

/** Verifies an event with the provider's SDK. Throws if it is forged. */
export function genuine({ body, headers }: Received, secret = 'whsec_sandbox'): Stripe.Event {
  return sdk(1).webhooks.constructEvent(body, String(headers['stripe-signature']), secret)
}
