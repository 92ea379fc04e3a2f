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

/**
 * Whether the form asks for the holder's country: by default, unless `address: 'if_required'`. Throws
 * for other fields, which are not implemented.
 */
export function asksCountry(fields: FieldsOption = {}): boolean {
  const { billingDetails = 'auto', ...methods } = fields
  const { address = 'auto', ...people } = Object(billingDetails)
  const others = [...Object.values(people), ...Object.keys(methods)]
  if (billingDetails === 'auto') return true
  if (['auto', 'if_required'].includes(address) && others.every(one => one === 'auto'))
    return address === 'auto'
  throw new IntegrationError(`The sandbox does not implement fields: ${JSON.stringify(fields)}.`)
}
