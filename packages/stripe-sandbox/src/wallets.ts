import * as v from 'valibot'
import type { Store } from './store'

/** What the next visitor's device has, and the domains registered in the dashboard. */
export const Wallets = v.strictObject({
  available: v.optional(v.array(v.picklist(['apple_pay', 'google_pay'])), []),
  /** The status of Apple Pay by domain. */
  domains: v.optional(v.record(v.string(), v.picklist(['active', 'inactive'])), {}),
})

export function loadWallets(store: Store) {
  return store.setting<v.InferOutput<typeof Wallets>>('wallets', v.parse(Wallets, {}))
}
