import { Elements } from '@stripe/react-stripe-js'
import type { Stripe } from '@stripe/stripe-js'
import { useState } from 'react'
import { useAppearance } from './card-appearance'
import { CardFields } from './card-fields'
import type { CardLocale } from './card-payments'
import type { Intent } from './desk-state'

export interface CardFormProps {
  stripe: Stripe
  locale: CardLocale
  intent: Extract<Intent, { kind: 'ready' }>
}

/**
 * The provider's form for one intent. Another intent, language or attempt is another form: see
 * the key.
 */
export function CardForm({ stripe, locale, intent }: CardFormProps) {
  const appearance = useAppearance()
  const [attempt, setAttempt] = useState(0)
  const { clientSecret } = intent
  return (
    <Elements
      key={`${clientSecret} ${locale} ${attempt}`}
      stripe={stripe}
      options={{ clientSecret, locale, appearance }}
    >
      <CardFields intent={intent} tryAgain={() => setAttempt(attempt + 1)} />
    </Elements>
  )
}
