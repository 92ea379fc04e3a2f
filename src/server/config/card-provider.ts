import type { Environment } from './environment'

/** Where cards are charged; Stripe and the sandbox differ in addresses and keys only. */
export interface CardProviderConfig {
  secretKey: string
  publicKey: string
  webhookSecret: string
  livemode: boolean
  /** Whether Apple Pay and Google Pay are offered. */
  wallets: boolean
  /** null: the SDK's default. */
  apiUrl: URL | null
  /** A script to load before ours; null: the provider's own loader fetches it. */
  scriptUrl: URL | null
  /** For the content security policy. */
  origins: { script: string[]; connect: string[]; frame: string[]; form: string[] }
}

/** Fixed and public: the sandbox moves no money. */
const sandboxKeys = {
  secretKey: 'sk_test_sandbox',
  publicKey: 'pk_test_sandbox',
  webhookSecret: 'whsec_sandbox',
}

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
export function describeCardProvider(environment: Environment): CardProviderConfig | null {
  const chosen = chooseCardProvider(environment)
  if (chosen === 'none') return null
  const wallets = environment.CARD_WALLETS === 'on'
  if (chosen === 'sandbox') {
    const apiUrl = new URL(`http://127.0.0.1:${environment.SANDBOX_PORT}`)
    const own = [apiUrl.origin]
    return {
      ...sandboxKeys,
      livemode: false,
      wallets,
      apiUrl,
      scriptUrl: new URL('/endive/stripe.js', apiUrl),
      origins: { script: own, connect: own, frame: own, form: [] },
    }
  }
  return {
    secretKey: environment.STRIPE_SECRET_KEY ?? '',
    publicKey: environment.STRIPE_PUBLISHABLE_KEY ?? '',
    webhookSecret: environment.STRIPE_WEBHOOK_SECRET ?? '',
    livemode: isLiveKey(environment.STRIPE_SECRET_KEY),
    wallets,
    apiUrl: null,
    scriptUrl: null,
    // As the provider's security guide lists them (docs.stripe.com/security/guide).
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
