/** Written in by the sandbox as it serves this script. */
const servedBy = '__CARD_SANDBOX_ORIGIN__'

/**
 * Where the sandbox is: told by `?base=` in the script's address, else the host the script came
 * from, else (the script was put in the place of the provider's own) the sandbox that wrote it.
 */
export function baseAddress(script: string | undefined): string {
  if (script === undefined) return servedBy
  const url = new URL(script)
  const told = url.searchParams.get('base')
  if (told !== null) return new URL(told).origin
  return url.hostname.endsWith('stripe.com') || url.protocol === 'file:' ? servedBy : url.origin
}
