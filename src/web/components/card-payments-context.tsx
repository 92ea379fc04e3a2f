import {
  type ComponentType,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useState,
} from 'react'
import type { CardPayments } from '../checkout/card-payments'
import type { CardPaymentsWatchProps } from '../checkout/watch-card-payments'

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
    import('../checkout/watch-card-payments').then(
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
