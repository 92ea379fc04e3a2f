import { createHmac } from 'node:crypto'

/**
 * The `Stripe-Signature` header: HMAC-SHA256 over `t.body`, one `v1` for each secret that is valid
 * now (two while a secret is being rolled). In test mode the provider adds a `v0` that means nothing,
 * to see whether anybody believes it (docs.stripe.com/webhooks). `at` in milliseconds.
 */
export function signatureHeader(body: string, at: number, secrets: readonly string[]): string {
  const time = Math.floor(at / 1000)
  const sign = (secret: string) =>
    createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  const signatures = secrets.map(secret => `v1=${sign(secret)}`)
  return [`t=${time}`, ...signatures, `v0=${sign('nobody')}`].join(',')
}
