import type { FieldsOption } from '@stripe/stripe-js'

/** The page's code has an error. No payer reads this message. */
export class IntegrationError extends Error {
  override name = 'IntegrationError'
}

/**
 * Rejects options for other fields than the card's. The form asks for no address, and has no other fields.
 */
export function checkFields(fields: FieldsOption = {}): void {
  if (JSON.stringify(fields) === '{"billingDetails":{"address":"if_required"}}') return
  throw new IntegrationError(
    `The sandbox implements fields: { billingDetails: { address: 'if_required' } } only. You specified: ${JSON.stringify(fields)}.`,
  )
}
