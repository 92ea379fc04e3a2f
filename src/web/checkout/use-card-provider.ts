import type { Stripe } from '@stripe/stripe-js'
import { useEffect, useMemo, useState } from 'react'
import type { Language } from '../../shared/language'
import { usePaymentConfig } from '../api/use-payment-config'
import { usePage } from '../components/page-context'
import type { CardLocale, CardPayments } from './card-payments'
import { holdFor, readingTime } from './hold-for'
import { loadCardProvider } from './load-card-provider'

type Loaded = { of: string; stripe: Stripe | undefined }

/** Asks whether cards are taken, and loads the provider's script for the language spoken. */
export function useCardProvider(): CardPayments {
  const { language } = usePage()
  const { config, askAgain } = usePaymentConfig()
  const [attempt, setAttempt] = useState(0)
  const [loaded, setLoaded] = useState<Loaded>()

  const publicKey = config.kind === 'open' ? config.publicKey : undefined
  const locale = cardLocaleOf(language)
  const wanted = `${publicKey} ${locale} ${attempt}`

  useEffect(() => {
    if (publicKey === undefined) return
    let current = true
    // What failed is shown long enough as being tried again.
    holdFor(attempt === 0 ? 0 : readingTime, loadCardProvider(publicKey, locale))
      .catch(() => undefined)
      .then(stripe => {
        if (current) setLoaded({ of: wanted, stripe })
      })
    return () => {
      current = false
    }
  }, [publicKey, locale, attempt, wanted])

  return useMemo<CardPayments>(() => {
    const testing = publicKey?.startsWith('pk_test_') ?? false
    const ended = loaded?.of === wanted
    if (ended && loaded.stripe) return { kind: 'ready', testing, stripe: loaded.stripe, locale }
    const trying = !ended && config.kind !== 'unavailable'
    if (trying && attempt === 0) return { kind: 'loading', testing }
    return {
      kind: 'unavailable',
      testing,
      trying,
      tryAgain() {
        setAttempt(count => count + 1)
        if (publicKey === undefined) askAgain()
      },
    }
  }, [config.kind, publicKey, locale, loaded, wanted, attempt, askAgain])
}

function cardLocaleOf(language: Language): CardLocale {
  return language === 'ru' ? 'ru' : 'en'
}
