import { createServer } from 'node:http'
import type Stripe from 'stripe'
import { afterEach } from 'vitest'
import { sdk } from './open-sdk'

export interface Email {
  body: string
  signature: string
  headers: Record<string, unknown>
}

export interface Listener {
  url: string
  emails: Email[]
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
  const emails: Email[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { headers } = request
    emails.push({ body, signature: String(headers['stripe-signature']), headers })
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
    emails,
    answer: next => {
      status = next
    },
    types: () => emails.map(({ body }) => String(JSON.parse(body).type)),
    until: async count => {
      const deadline = Date.now() + 4000
      while (emails.length < count && Date.now() < deadline)
        await new Promise(resolve => setTimeout(resolve, 10))
      if (emails.length < count) throw new Error(`Only ${emails.length} of ${count} emails came.`)
    },
  }
}

/** Verifies an event with the provider's SDK. Throws if it is forged. */
export function genuine(email: Email, secret = 'whsec_sandbox'): Stripe.Event {
  return sdk(1).webhooks.constructEvent(email.body, email.signature, secret)
}
