import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useEffect } from 'react'
import * as v from 'valibot'
import {
  type PaymentConfig,
  PaymentConfigSchema,
  paymentConfigPath,
} from '../../shared/payment-intent'
import { queryByKey, queryClient } from '../api/query-client'
import { expectOk } from '../api/request'
import { minimumDuration, minShownMs, pageLoaded, withTimeout } from '../timing'
import { dispatch } from './reducer'
import type { CardLocale, CardPayments } from './state'
import { type CheckoutStore, useCheckout } from './store'

const readByKey = queryByKey()

/** The page uses both answers for as long as it stands, so they are never unused data. */
const kept = { gcTime: Number.POSITIVE_INFINITY }

/** Reads whether cards are accepted, and loads the provider's script in the language of the card form. */
export function useCardProvider(): void {
  const { store, state } = useCheckout()
  const locale: CardLocale = state.language === 'ru' ? 'ru' : 'en'

  useEffect(() => {
    const loading = new AbortController()
    void loadCards(store, locale, loading.signal)
    return () => loading.abort()
  }, [store, locale])
}

async function loadCards(
  store: CheckoutStore,
  locale: CardLocale,
  signal: AbortSignal,
): Promise<void> {
  const change = (cards: CardPayments) => {
    if (!signal.aborted) store.dispatch({ type: 'cards-changed', cards })
  }
  const tryAgain = async () => {
    const { isTest } = store.getState().cards
    change({ kind: 'unavailable', isTest, trying: true, tryAgain })
    queryClient.clear()
    // Even a failed retry shows its progress long enough to be seen.
    change(await minimumDuration(minShownMs, load()))
  }
  const load = async (): Promise<CardPayments> => {
    let isTest = false
    try {
      const { configured, publicKey, wallets = false, temple } = await readConfig()
      if (temple) dispatch(store, { type: 'temple-translated', temples: temple })
      if (configured && publicKey) {
        isTest = publicKey.startsWith('pk_test_')
        if (store.getState().cards.kind !== 'unavailable') change({ kind: 'loading', isTest })
        const stripe = await queryClient.fetchQuery({
          queryKey: ['card-script', publicKey, locale],
          queryFn: () => loadCardScript(publicKey, locale),
          ...kept,
        })
        return { kind: 'ready', isTest, stripe, locale, wallets }
      }
    } catch {
      // After any failure no card can be taken.
    }
    return { kind: 'unavailable', isTest, trying: false, tryAgain }
  }
  change(await load())
}

async function readConfig(): Promise<PaymentConfig> {
  try {
    const answer = await queryClient.fetchQuery({
      queryKey: [paymentConfigPath],
      queryFn: async context => (await takeEarlyAnswer()) ?? readByKey(context),
      ...kept,
    })
    return v.parse(PaymentConfigSchema, answer)
  } catch (error) {
    // The browser logs a rejection. Chrome before 95 has no `reportError`.
    void Promise.reject(error)
    throw error
  }
}

/** Takes the answer that the page asked for ahead of its scripts. If that failed, the failure counts. */
async function takeEarlyAnswer(): Promise<unknown> {
  const answering: Promise<Response> | undefined = Reflect.get(window, 'paymentConfig')
  Reflect.set(window, 'paymentConfig', undefined)
  if (!answering) return undefined
  const answer = await expectOk(await answering)
  return answer.json()
}

/** Loads the provider's script, and rejects if it does not come. */
async function loadCardScript(publicKey: string, locale: CardLocale): Promise<Stripe> {
  const script = pageLoaded()
    .then(loadSandboxScript)
    .then(() => loadStripe(publicKey, { locale }))
  const stripe = await withTimeout(script)
  if (!stripe) throw new Error('The card provider’s script did not load.')
  return stripe
}

/**
 * Requests the sandbox's script again if it was lost, or stopped as the page was left. The page usually
 * brings it. Without it the loader would request the real provider's script.
 */
async function loadSandboxScript(): Promise<void> {
  const lost = document.querySelector<HTMLScriptElement>('script[defer][src$="/stripe.js"]')
  if (!lost || 'Stripe' in window) return
  const again = document.createElement('script')
  again.defer = true
  again.src = lost.src
  const loaded = new Promise((resolve, reject) => {
    again.onload = resolve
    again.onerror = reject
  })
  lost.replaceWith(again)
  await loaded
}
