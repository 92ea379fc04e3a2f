import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { PaymentConfigSchema, paymentConfigPath } from '../../shared/payment-intent'
import { queryByKey, queryClient } from '../api/query-client'
import { expectOk } from '../api/request'
import { minimumDuration, minShownMs, pageLoaded, withTimeout } from '../timing'
import type { CardLocale, CardPayments } from './state'
import { useCheckout } from './store'

const readByKey = queryByKey()

/** Reads whether cards are accepted, and loads the provider's script. */
export function useCardProvider(): void {
  const { store, state } = useCheckout()
  // A failed retry is shown long enough to be seen.
  const [retrying, setRetrying] = useState(false)
  const config = useQuery(
    {
      queryKey: [paymentConfigPath],
      queryFn: async context => (await takeEarlyAnswer()) ?? readByKey(context),
      select: answer => v.parse(PaymentConfigSchema, answer),
    },
    queryClient,
  )
  const publicKey = (config.data?.configured && config.data.publicKey) || ''
  const locale: CardLocale = state.language === 'ru' ? 'ru' : 'en'
  const script = useQuery(
    {
      queryKey: ['card-script', publicKey, locale],
      queryFn: () => loadCardScript(publicKey, locale),
      enabled: publicKey !== '',
    },
    queryClient,
  )

  // A failed call is only logged: Chrome before 95 has no `reportError`.
  useEffect(() => {
    if (config.error) void Promise.reject(config.error)
  }, [config.error])

  const { data: stripe } = script
  const { wallets = false } = config.data ?? {}
  const loading = config.isFetching || script.isFetching
  const { isFetched, refetch } = publicKey ? script : config
  useEffect(() => {
    const isTest = publicKey.startsWith('pk_test_')
    const trying = loading || retrying
    const tryAgain = () => {
      setRetrying(true)
      minimumDuration<unknown>(minShownMs, refetch()).then(() => setRetrying(false))
    }
    const cards: CardPayments = stripe
      ? { kind: 'ready', isTest, stripe, locale, wallets }
      : loading && !retrying && !isFetched
        ? { kind: 'loading', isTest }
        : { kind: 'unavailable', isTest, trying, tryAgain }
    store.dispatch({ type: 'cards-changed', cards })
  }, [store, publicKey, stripe, locale, wallets, loading, retrying, isFetched, refetch])
}

/** The page asks ahead of its scripts, once; that this failed counts. */
async function takeEarlyAnswer(): Promise<unknown> {
  const answering: Promise<Response> | undefined = Reflect.get(window, 'paymentConfig')
  Reflect.set(window, 'paymentConfig', undefined)
  if (!answering) return undefined
  const answer = await expectOk(await answering)
  return answer.json()
}

/** Rejects if the provider's script does not load. */
async function loadCardScript(publicKey: string, locale: CardLocale): Promise<Stripe> {
  const script = pageLoaded()
    .then(loadSandboxScript)
    .then(() => loadStripe(publicKey, { locale }))
  const stripe = await withTimeout(script)
  if (!stripe) throw new Error('The card provider’s script did not load.')
  return stripe
}

/**
 * The page brings the sandbox's script. Without it the loader would request the provider's own, so one
 * that was lost, or stopped as the page was left, is requested again.
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
