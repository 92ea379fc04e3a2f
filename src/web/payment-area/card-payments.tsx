import type { Stripe } from '@stripe/stripe-js'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import type { Language } from '../../contract/language'
import { usePaymentConfig } from '../calls/use-payment-config'
import { holdFor, readingTime } from '../desk/hold-for'
import { usePage } from '../page/page-context'

/** The languages of the card form that we use: the provider knows no Ukrainian. */
export type CardLocale = 'en' | 'ru'

export function cardLocaleOf(language: Language): CardLocale {
  return language === 'ru' ? 'ru' : 'en'
}

/** Whether a card can be taken on this page now. */
export type CardPayments =
  | { kind: 'loading'; testing: boolean }
  | { kind: 'ready'; testing: boolean; stripe: Stripe; locale: CardLocale }
  | { kind: 'unavailable'; testing: boolean; trying: boolean; tryAgain: () => void }

const CardPaymentsContext = createContext<CardPayments>({ kind: 'loading', testing: false })

export function useCardPayments(): CardPayments {
  return useContext(CardPaymentsContext)
}

type Loaded = { of: string; stripe: Stripe | undefined }

/** Asks whether cards are taken, and loads the provider's script for the language spoken. */
export function CardPaymentsProvider({ children }: { children: ReactNode }) {
  const { language } = usePage()
  const { cards, askAgain } = usePaymentConfig()
  const [attempt, setAttempt] = useState(0)
  const [loaded, setLoaded] = useState<Loaded>()

  const publicKey = cards.kind === 'open' ? cards.publicKey : undefined
  const locale = cardLocaleOf(language)
  const wanted = `${publicKey} ${locale} ${attempt}`

  useEffect(() => {
    if (publicKey === undefined) return
    let current = true
    const load = import('../payment/load-card-provider').then(({ loadCardProvider }) =>
      loadCardProvider(publicKey, locale),
    )
    holdFor(attempt === 0 ? 0 : readingTime, load)
      .catch(() => undefined)
      .then(stripe => {
        if (current) setLoaded({ of: wanted, stripe })
      })
    return () => {
      current = false
    }
  }, [publicKey, locale, attempt, wanted])

  const value = useMemo<CardPayments>(() => {
    const testing = publicKey?.startsWith('pk_test_') ?? false
    const ended = loaded?.of === wanted
    if (ended && loaded.stripe) return { kind: 'ready', testing, stripe: loaded.stripe, locale }
    const trying = !ended && cards.kind !== 'unavailable'
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
  }, [cards.kind, publicKey, locale, loaded, wanted, attempt, askAgain])

  return <CardPaymentsContext value={value}>{children}</CardPaymentsContext>
}
