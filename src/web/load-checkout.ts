import { pause } from './timing'

export type CheckoutModule = typeof import('./checkout-module').checkoutModule

const retryPauseMs = 3000

/**
 * Loads the checkout module, which the browser caches. A retry needs a new URL, because Firefox caches
 * failed imports.
 */
export async function loadCheckout(): Promise<CheckoutModule> {
  // Do not destructure this import: the `dynamic-imports` plugin of vite.config.ts only recognises the
  // plain form.
  const loaded = await import('./checkout-module')
  return loaded.checkoutModule
}

/** Loads the checkout module, and retries until it succeeds. */
export async function loadCheckoutWithRetry(onFailure?: () => void): Promise<CheckoutModule> {
  for (;;) {
    try {
      return await loadCheckout()
    } catch {
      onFailure?.()
      await pause(retryPauseMs)
    }
  }
}
