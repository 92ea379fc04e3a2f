import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createStripeClient } from '../../src/server/stripe/client'

/** Our client of a payment provider that `server` stands in for, on the loopback. */
export function createClientOf(server: Server) {
  return createStripeClient(
    {
      secretKey: 'sk_test_1',
      publicKey: 'pk_test_1',
      webhookSecret: 'whsec_1',
      livemode: false,
      wallets: true,
      apiUrl: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
      scriptUrl: new URL('http://127.0.0.1/script.js'),
      origins: { script: [], connect: [], frame: [], form: [] },
    },
    { installation: 'parish-1', description: 'Свічка', now: Date.now },
  )
}
