import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { PaymentConfigSchema, paymentConfigPath } from '../../shared/payment-config'
import { queryClient } from '../api/query-client'
import { pageLoaded } from '../components/late-code'
import { minimumDuration, pause, shortNotice } from './minimum-duration'
import type { CardLocale } from './state'
import { useCheckout } from './store'

/** After this time a script counts as blocked, ms. */
const scriptTimeoutMs = 20_000

/** Reads whether cards are accepted, and loads the provider's script. Renders nothing. */
export function CardProvider() {
  return (
    <QueryClientProvider client={queryClient}>
      <WatchCards />
    </QueryClientProvider>
  )
}

type Loaded = { of: string; stripe: Stripe | undefined }

function WatchCards() {
  const { store, state } = useCheckout()
  const { publicKey, wallets, isFetching, refetch } = usePaymentConfig()
  const [attempt, setAttempt] = useState(0)
  const [loaded, setLoaded] = useState<Loaded>()

  const locale: CardLocale = state.locale.language === 'ru' ? 'ru' : 'en'
  const wanted = `${publicKey} ${locale} ${attempt}`
  const ended = loaded?.of === wanted
  const stripe = ended ? loaded.stripe : undefined
  const trying = !ended && (publicKey !== undefined || isFetching)

  useEffect(() => {
    if (publicKey === undefined) return
    let current = true
    // A retry is shown long enough to be seen.
    minimumDuration(attempt === 0 ? 0 : shortNotice, loadCardScript(publicKey, locale))
      .catch(() => undefined)
      .then(stripe => {
        if (current) setLoaded({ of: wanted, stripe })
      })
    return () => {
      current = false
    }
  }, [publicKey, locale, attempt, wanted])

  useEffect(() => {
    const testing = publicKey?.startsWith('pk_test_') ?? false
    const tryAgain = () => {
      setAttempt(count => count + 1)
      if (publicKey === undefined) refetch()
    }
    if (stripe) {
      const cards = { kind: 'ready', testing, stripe, locale, wallets } as const
      store.dispatch({ type: 'cards-changed', cards })
    } else if (trying && attempt === 0) {
      store.dispatch({ type: 'cards-changed', cards: { kind: 'loading', testing } })
    } else {
      const cards = { kind: 'unavailable', testing, trying, tryAgain } as const
      store.dispatch({ type: 'cards-changed', cards })
    }
  }, [store, publicKey, stripe, locale, wallets, trying, attempt, refetch])

  return null
}

/** The public key, if cards are accepted, and whether wallets are. A failed call is only logged. */
function usePaymentConfig() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [paymentConfigPath],
    select: answer => v.parse(PaymentConfigSchema, answer),
  })
  useEffect(() => {
    if (error) reportError(error)
  }, [error])
  const publicKey = (data?.configured && data.publicKey) || undefined
  return { publicKey, wallets: data?.wallets ?? false, isFetching, refetch }
}

/** Rejects if the provider's script does not load. */
async function loadCardScript(publicKey: string, locale: CardLocale): Promise<Stripe> {
  const script = pageLoaded(scriptTimeoutMs).then(() => {
    // Leaving a page stops its scripts, and the loader would then request the provider's own.
    const isStopped = document.querySelector('script[src$="/stripe.js"]') && !('Stripe' in window)
    return isStopped ? null : loadStripe(publicKey, { locale })
  })
  const stripe = await Promise.race([script, pause(scriptTimeoutMs)])
  if (!stripe) throw new Error('The card provider’s script did not load.')
  return stripe
}
