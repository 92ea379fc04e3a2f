import type { Stripe } from '@stripe/stripe-js'
import {
  type ComponentType,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useState,
} from 'react'
import type { CardPaymentsWatchProps } from '../payment/watch-card-payments'

/** The languages of the card form that we use: the provider knows no Ukrainian. */
export type CardLocale = 'en' | 'ru'

/** Whether a card can be taken on this page now. */
export type CardPayments =
  | { kind: 'loading'; testing: boolean }
  | { kind: 'ready'; testing: boolean; stripe: Stripe; locale: CardLocale }
  | { kind: 'unavailable'; testing: boolean; trying: boolean; tryAgain: () => void }

const loading: CardPayments = { kind: 'loading', testing: false }

const CardPaymentsContext = createContext<CardPayments>(loading)

export function useCardPayments(): CardPayments {
  return useContext(CardPaymentsContext)
}

/** Holds what is known of card payments; the watch that finds it out comes after the form. */
export function CardPaymentsProvider({ children }: { children: ReactNode }) {
  const [cards, setCards] = useState<CardPayments>(loading)
  const [watch, setWatch] = useState<{ part: ComponentType<CardPaymentsWatchProps> }>()
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    const tryAgain = () => setAttempt(attempt + 1)
    import('../payment/watch-card-payments').then(
      ({ CardPaymentsWatch }) => setWatch({ part: CardPaymentsWatch }),
      () => setCards({ kind: 'unavailable', testing: false, trying: false, tryAgain }),
    )
  }, [attempt])

  return (
    <CardPaymentsContext value={cards}>
      {children}
      {watch && <watch.part tell={setCards} />}
    </CardPaymentsContext>
  )
}
