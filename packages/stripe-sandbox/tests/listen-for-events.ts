import { createServer } from 'node:http'
import type Stripe from 'stripe'
import { afterEach } from 'vitest'
import { sdk } from './open-sandbox'

export interface Letter {
  body: string
  signature: string
  headers: Record<string, unknown>
}

export interface Listener {
  url: string
  letters: Letter[]
  /** What it answers from now on; 200 at first. */
  answer(status: number): void
  /** The types in the order in which they came. */
  types(): string[]
  /** Resolves when so many letters have come. */
  until(count: number): Promise<void>
}

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** A shop's webhook endpoint that keeps everything it is sent. */
export async function listenForEvents(): Promise<Listener> {
  let status = 200
  const letters: Letter[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { headers } = request
    letters.push({ body, signature: String(headers['stripe-signature']), headers })
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
    letters,
    answer: next => {
      status = next
    },
    types: () => letters.map(({ body }) => String(JSON.parse(body).type)),
    until: async count => {
      const deadline = Date.now() + 4000
      while (letters.length < count && Date.now() < deadline)
        await new Promise(resolve => setTimeout(resolve, 10))
      if (letters.length < count)
        throw new Error(`Only ${letters.length} of ${count} letters came.`)
    },
  }
}

/** Checks a letter as every shop does: with the provider's own SDK. Throws when it is not genuine. */
export function genuine(letter: Letter, secret = 'whsec_sandbox'): Stripe.Event {
  return sdk(1).webhooks.constructEvent(letter.body, letter.signature, secret)
}
