import type { FieldsOption } from '@stripe/stripe-js'

/** An error in the page's code, never shown to a payer. */
export class IntegrationError extends Error {
  override name = 'IntegrationError'
}

/** The form has the card's fields only: it asks for no address, and other fields are not implemented. */
export function checkFields(fields: FieldsOption = {}): void {
  if (JSON.stringify(fields) === '{"billingDetails":{"address":"if_required"}}') return
  throw new IntegrationError(
    `The sandbox implements fields: { billingDetails: { address: 'if_required' } } only. You specified: ${JSON.stringify(fields)}.`,
  )
}
