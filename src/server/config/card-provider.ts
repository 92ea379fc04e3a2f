import type { Environment } from './environment'

/** Where cards are charged. Stripe and the sandbox differ in addresses and keys only. */
export type CardProviderConfig = NonNullable<ReturnType<typeof describeCardProvider>>

const stripeHosts = ['https://js.stripe.com', 'https://*.js.stripe.com']

type Variables = Record<string, unknown>

/** Chooses the provider. By default the keys decide, and production never uses the sandbox. */
function chooseCardProvider(variables: Variables): unknown {
  if (variables.CARD_PROVIDER) return variables.CARD_PROVIDER
  if (variables.STRIPE_SECRET_KEY || variables.STRIPE_PUBLISHABLE_KEY) return 'stripe'
  return variables.NODE_ENV === 'production' ? 'none' : 'sandbox'
}

/** Finds errors in the raw variables, so they are listed even if other variables could not be parsed. */
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

/** Returns null if no cards are taken. */
export function describeCardProvider(environment: Environment) {
  const chosen = chooseCardProvider(environment)
  if (chosen === 'none') return null
  const provider =
    chosen === 'sandbox' ? describeSandbox(environment.SANDBOX_PORT) : describeStripe(environment)
  return {
    ...provider,
    livemode: isLiveKey(provider.secretKey),
    /** Apple Pay and Google Pay are offered. */
    wallets: environment.CARD_WALLETS === 'on',
  }
}

/** The sandbox moves no money, so its keys are fixed and public. */
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
    /** Null leaves the SDK's default. */
    apiUrl: null,
    /** A script to load before ours. Stripe's is fetched by its own loader. */
    scriptUrl: null,
    /** The content security policy needs these (docs.stripe.com/security/guide). */
    origins: {
      script: stripeHosts,
      connect: ['https://api.stripe.com'],
      frame: [...stripeHosts, 'https://hooks.stripe.com'],
      // Some banks redirect by a form, which the page posts to this host.
      form: ['https://hooks.stripe.com'],
    },
  }
}

function isLiveKey(key: unknown): boolean {
  return /^[spr]k_live_/.test(String(key))
}
