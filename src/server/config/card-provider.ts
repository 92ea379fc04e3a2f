import type { Environment } from './environment'

/** Where cards are charged; Stripe and the sandbox differ in addresses and keys only. */
export type CardProviderConfig = NonNullable<ReturnType<typeof describeCardProvider>>

const stripeHosts = ['https://js.stripe.com', 'https://*.js.stripe.com']

/** Raw or parsed. */
type Variables = Record<string, unknown>

/** By default the keys decide; production never uses the sandbox. */
function chooseCardProvider(variables: Variables): unknown {
  if (variables.CARD_PROVIDER) return variables.CARD_PROVIDER
  if (variables.STRIPE_SECRET_KEY || variables.STRIPE_PUBLISHABLE_KEY) return 'stripe'
  return variables.NODE_ENV === 'production' ? 'none' : 'sandbox'
}

/** Reads raw variables: errors are listed even if others could not be parsed. */
export function findProviderErrors(variables: Variables): string[] {
  const chosen = chooseCardProvider(variables)
  if (chosen === 'stripe') return findStripeErrors(variables)
  if (chosen === 'sandbox' && variables.NODE_ENV === 'production')
    return [
      'CARD_PROVIDER is sandbox, whose payments are pretended: set CARD_PROVIDER=stripe or none, or remove NODE_ENV=production for a demo.',
    ]
  const keys = [variables.STRIPE_SECRET_KEY, variables.STRIPE_PUBLISHABLE_KEY]
  if (chosen === 'sandbox' && keys.some(isLiveKey))
    return [
      'CARD_PROVIDER is sandbox, but a live Stripe key is set: remove the key, or set CARD_PROVIDER=stripe.',
    ]
  return []
}

function findStripeErrors(variables: Variables): string[] {
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: published } = variables
  const errors = (['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const)
    .filter(name => !variables[name])
    .map(name => `${name} is not set: Stripe needs all three (see docs/going-live.md).`)
  if (secret && published && isLiveKey(secret) !== isLiveKey(published))
    errors.push(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of different modes: use both live or both test.',
    )
  return errors
}

/** null: no cards are taken. */
export function describeCardProvider(environment: Environment) {
  const chosen = chooseCardProvider(environment)
  if (chosen === 'none') return null
  const provider =
    chosen === 'sandbox' ? describeSandbox(environment.SANDBOX_PORT) : describeStripe(environment)
  return {
    ...provider,
    livemode: isLiveKey(provider.secretKey),
    /** Whether Apple Pay and Google Pay are offered. */
    wallets: environment.CARD_WALLETS === 'on',
  }
}

/** The keys are fixed and public: the sandbox moves no money. */
function describeSandbox(port: number) {
  const apiUrl = new URL(`http://127.0.0.1:${port}`)
  const own = [apiUrl.origin]
  return {
    secretKey: 'sk_test_sandbox',
    publicKey: 'pk_test_sandbox',
    webhookSecret: 'whsec_sandbox',
    apiUrl,
    scriptUrl: new URL('/endive/stripe.js', apiUrl),
    origins: { script: own, connect: own, frame: own, form: [] },
  }
}

function describeStripe(environment: Environment) {
  return {
    secretKey: environment.STRIPE_SECRET_KEY ?? '',
    publicKey: environment.STRIPE_PUBLISHABLE_KEY ?? '',
    webhookSecret: environment.STRIPE_WEBHOOK_SECRET ?? '',
    /** null: the SDK's default. */
    apiUrl: null,
    /** A script to load before ours; null: the provider's own loader fetches it. */
    scriptUrl: null,
    /** For the content security policy, as the provider's guide lists them (docs.stripe.com/security/guide). */
    origins: {
      script: stripeHosts,
      connect: ['https://api.stripe.com'],
      frame: [...stripeHosts, 'https://hooks.stripe.com'],
      // Some banks redirect by a form that the page posts there.
      form: ['https://hooks.stripe.com'],
    },
  }
}

function isLiveKey(key: unknown): boolean {
  return /^[spr]k_live_/.test(String(key))
}
