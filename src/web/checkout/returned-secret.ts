import * as v from 'valibot'
import { ClientSecretSchema } from '../../shared/payment-intent'

const secretName = 'payment_intent_client_secret'
const added = ['payment_intent', secretName, 'redirect_status']

/**
 * The client secret with which a bank sent the visitor back, if it did. The address is scrubbed
 * of it and of all that came with it, before anyone copies it.
 */
export function takeReturnedSecret(): string | undefined {
  const address = new URL(window.location.href)
  const secret = address.searchParams.get(secretName)
  if (!added.some(name => address.searchParams.has(name))) return undefined
  for (const name of added) address.searchParams.delete(name)
  window.history.replaceState(window.history.state, '', address)
  return v.is(ClientSecretSchema, secret) ? secret : undefined
}
