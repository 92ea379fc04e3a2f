import { createServer } from 'node:http'
import type Stripe from 'stripe'
import { afterEach } from 'vitest'
import { sdk } from './open-sdk'

export interface Received {
  body: string
  signature: string
  headers: Record<string, unknown>
}

export interface Listener {
  url: string
  received: Received[]
  /** Sets the next answers' status; 200 at first. */
  answer(status: number): void
  /** Types in the order of arrival. */
  types(): string[]
  /** Resolves after so many events. */
  until(count: number): Promise<void>
}

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** A webhook endpoint that keeps all events. */
export async function listenForEvents(): Promise<Listener> {
  let status = 200
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { headers } = request
    received.push({ body, signature: String(headers['stripe-signature']), headers })
    response.writeHead(status).end()
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  closers.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/hook`,
    received,
    answer: next => {
      status = next
    },
    types: () => received.map(({ body }) => String(JSON.parse(body).type)),
    until: async count => {
      const deadline = Date.now() + 20_000
      while (received.length < count && Date.now() < deadline)
        await new Promise(resolve => setTimeout(resolve, 10))
      if (received.length < count)
        throw new Error(`Only ${received.length} of ${count} events came.`)
    },
  }
}

/** Verifies an event with the provider's SDK. Throws if it is forged. */
export function genuine(event: Received, secret = 'whsec_sandbox'): Stripe.Event {
  return sdk(1).webhooks.constructEvent(event.body, event.signature, secret)
}
