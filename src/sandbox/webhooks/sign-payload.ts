import { createHmac } from 'node:crypto'

/**
 * The `Stripe-Signature` header: HMAC-SHA256 over `t.body`, one `v1` for each secret that is valid
 * now (two while a secret is being rolled). `at` in milliseconds.
 */
export function signatureHeader(body: string, at: number, secrets: readonly string[]): string {
  const time = Math.floor(at / 1000)
  const signatures = secrets.map(
    secret => `v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`,
  )
  return [`t=${time}`, ...signatures].join(',')
}
