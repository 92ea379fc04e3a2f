import type { Environment } from './environment'

/** Where cards are charged. Both wirings are the same code; only addresses and keys differ. */
export interface CardProviderConfig {
  secretKey: string
  publicKey: string
  webhookSecret: string
  livemode: boolean
  /** Where the provider's API is; null: where its SDK knows it to be. */
  apiUrl: URL | null
  /** A script to load before ours; null: the provider's own loader fetches it. */
  scriptUrl: URL | null
  /** Origins the page must be allowed to talk to, for the content security policy. */
  origins: { script: string[]; connect: string[]; frame: string[]; form: string[] }
}

/** Fixed and public: the sandbox moves no money. */
const sandboxKeys = {
  secretKey: 'sk_test_sandbox',
  publicKey: 'pk_test_sandbox',
  webhookSecret: 'whsec_sandbox',
}

const stripeHosts = ['https://js.stripe.com', 'https://*.js.stripe.com']

/** Which provider the environment asks for; unset, keys decide, and production never pretends. */
function chooseCardProvider(environment: Environment) {
  if (environment.CARD_PROVIDER) return environment.CARD_PROVIDER
  if (environment.STRIPE_SECRET_KEY || environment.STRIPE_PUBLISHABLE_KEY) return 'stripe'
  return environment.NODE_ENV === 'production' ? 'none' : 'sandbox'
}

/** What is wrong with the chosen provider's variables, one sentence each. */
export function findProviderFaults(environment: Environment): string[] {
  const chosen = chooseCardProvider(environment)
  if (chosen === 'stripe') return findStripeFaults(environment)
  const keys = [environment.STRIPE_SECRET_KEY, environment.STRIPE_PUBLISHABLE_KEY]
  if (chosen === 'sandbox' && keys.some(isLiveKey))
    return [
      'CARD_PROVIDER=sandbox and a live Stripe key are set together: take the live keys away to try the sandbox, or set CARD_PROVIDER=stripe.',
    ]
  return []
}

function findStripeFaults(environment: Environment): string[] {
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: published } = environment
  const faults = (['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const)
    .filter(name => !environment[name])
    .map(name => `${name} is not set: Stripe needs all three (see docs/going-live.md).`)
  if (secret && published && isLiveKey(secret) !== isLiveKey(published))
    faults.push(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of different modes: take both live or both test.',
    )
  return faults
}

/** The provider's configuration; null where no cards are taken. */
export function describeCardProvider(environment: Environment): CardProviderConfig | null {
  const chosen = chooseCardProvider(environment)
  if (chosen === 'none') return null
  return chosen === 'sandbox' ? describeSandbox(environment) : describeStripe(environment)
}

function describeSandbox(environment: Environment): CardProviderConfig {
  const apiUrl = new URL(`http://127.0.0.1:${environment.SANDBOX_PORT}`)
  const own = [apiUrl.origin]
  return {
    ...sandboxKeys,
    livemode: false,
    apiUrl,
    scriptUrl: new URL('/endive/stripe.js', apiUrl),
    origins: { script: own, connect: own, frame: own, form: [] },
  }
}

/** Origins as the provider's security guide lists them (docs.stripe.com/security/guide). */
function describeStripe(environment: Environment): CardProviderConfig {
  return {
    secretKey: environment.STRIPE_SECRET_KEY ?? '',
    publicKey: environment.STRIPE_PUBLISHABLE_KEY ?? '',
    webhookSecret: environment.STRIPE_WEBHOOK_SECRET ?? '',
    livemode: isLiveKey(environment.STRIPE_SECRET_KEY),
    apiUrl: null,
    scriptUrl: null,
    origins: {
      script: stripeHosts,
      connect: ['https://api.stripe.com'],
      frame: [...stripeHosts, 'https://hooks.stripe.com'],
      // Some banks' redirects are a form that the page posts there.
      form: ['https://hooks.stripe.com'],
    },
  }
}

function isLiveKey(key = ''): boolean {
  return /^[spr]k_live_/.test(key)
}
