import type Stripe from 'stripe'

/** Where a fact is checked: the sandbox, or the provider's test mode. */
export interface Target {
  stripe: Stripe
  secretKey: string
  publishableKey: string
  apiUrl: string
  /** The sandbox's control API: POST of a path with a JSON body; null at the real provider. */
  control: ((path: string, given: object) => Promise<unknown>) | null
}

/** Something about the provider that the shop or its tests rely on. */
export interface Fact {
  fact: string
  /** `docs`, `recorded` answers, the `SDK`, or an issue. */
  source: string
  /** Throws if it differs. */
  check(target: Target): Promise<void>
}

/** Why this key must not be used; undefined: it may. */
export function refuseKey(key: string | undefined): string | undefined {
  if (!key)
    return 'Set STRIPE_SECRET_KEY=sk_test_… (and STRIPE_PUBLISHABLE_KEY=pk_test_… for the browser).'
  if (!/^(sk|pk|rk)_test_\w+$/.test(key))
    return 'Only test keys (sk_test_…, pk_test_…) are taken: this suite makes payments.'
  return undefined
}
