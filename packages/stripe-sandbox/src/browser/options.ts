import type { FieldsOption } from '@stripe/stripe-js'

/** An error in the page's code, never shown to a payer. */
export class IntegrationError extends Error {
  override name = 'IntegrationError'
}

export function checkClientSecret(call: string, secret: unknown): asserts secret is string {
  if (typeof secret === 'string' && /^pi_[a-zA-Z0-9]+_secret_\w+$/.test(secret)) return
  throw new IntegrationError(
    `Invalid value for ${call}: clientSecret should be a client secret of the form \${id}_secret_\${secret}. You specified: ${String(secret)}.`,
  )
}

/** The form has the card's fields only: it asks for no address, and other fields are not implemented. */
export function checkFields(fields: FieldsOption = {}): void {
  if (JSON.stringify(fields) === '{"billingDetails":{"address":"if_required"}}') return
  throw new IntegrationError(
    `The sandbox implements fields: { billingDetails: { address: 'if_required' } } only. You specified: ${JSON.stringify(fields)}.`,
  )
}
