const secrets = ['payment_intent', 'payment_intent_client_secret', 'redirect_status']

/** A bank's return leaves the payment's secret in the address: it goes before anyone copies it. */
export function scrubAddress(): void {
  const address = new URL(window.location.href)
  if (!secrets.some(name => address.searchParams.has(name))) return
  for (const name of secrets) address.searchParams.delete(name)
  window.history.replaceState(window.history.state, '', address)
}
