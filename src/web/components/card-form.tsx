import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type {
  Stripe,
  StripeElementsOptionsMode,
  StripePaymentElementOptions,
} from '@stripe/stripe-js'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { currency, toKopiykas } from '../../shared/donation-amount'
import type { OpenCardForm } from '../checkout/pay'
import type { CardLocale } from '../checkout/state'
import { useCheckout } from '../checkout/store'
import { checkoutMessages } from '../locales/checkout-messages'
import { answerTimeoutMs } from '../timing'
import { useAppearance } from './card-appearance'

/** A form has `failed` if it reported an error or stays silent for too long. It may still come later. */
export type CardState = OpenCardForm | 'loading' | 'failed'

interface CardFormProps {
  stripe: Stripe
  locale: CardLocale
  wallets: boolean
  /** The amount in whole UAH. */
  intent: { clientSecret: string; uah: number }
  card: CardState
  onChange: (card: CardState) => void
}

/**
 * The provider's form for one intent. An error in its code ends nothing else, and a blocked frame reports
 * nothing at all, so only this form is tried again.
 */
export function CardForm({ stripe, locale, wallets, intent, card, onChange }: CardFormProps) {
  const appearance = useAppearance()
  const [attempt, setAttempt] = useState(0)
  const fail = useEffectEvent(() => onChange('failed'))
  useEffect(() => {
    if (card !== 'loading') return
    const timer = setTimeout(fail, answerTimeoutMs)
    return () => clearTimeout(timer)
  }, [card])

  function tryAgain() {
    setAttempt(attempt + 1)
    onChange('loading')
  }

  const options: StripeElementsOptionsMode & { mode: 'payment' } = {
    mode: 'payment',
    amount: toKopiykas(intent.uah),
    currency,
    // This must match how the server creates the intent.
    allowedPaymentMethodTypes: ['card'],
    locale,
    appearance,
  }
  return (
    <>
      <StillOpen />
      {card === 'failed' && <FailedForm tryAgain={tryAgain} />}
      <ErrorBoundary key={attempt} fallback={null} onError={() => onChange('failed')}>
        <Elements stripe={stripe} options={options}>
          <CardFields wallets={wallets} card={card} onChange={onChange} />
        </Elements>
      </ErrorBoundary>
    </>
  )
}

/** Shown in place of a failed form. The button below still orders without a donation. */
function FailedForm({ tryAgain }: { tryAgain: () => void }) {
  const { messages } = useCheckout()
  return (
    <>
      <p role="alert">
        <b>{messages.paymentUnavailable}</b>. {messages.paymentUnavailableHint}
      </p>
      <button type="button" className="quiet" onClick={tryAgain}>
        {messages.tryAgain}
      </button>
    </>
  )
}

function StillOpen() {
  const { state } = useCheckout()
  const { payment, language } = state
  if (payment.kind !== 'open' || !payment.isUnclear) return null
  return <p className="hint note">{checkoutMessages[language].stillOpen(payment.donation.uah)}</p>
}

const cardsOnly: StripePaymentElementOptions = {
  layout: 'tabs',
  // By default the form asks for the country, and in some for the postal code, which no donation needs.
  fields: { billingDetails: { address: 'if_required' } },
  wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
  terms: { card: 'never' },
}

const withWallets: StripePaymentElementOptions = {
  ...cardsOnly,
  wallets: { applePay: 'auto', googlePay: 'auto', link: 'never' },
  paymentMethodOrder: ['apple_pay', 'google_pay', 'card'],
}

type CardFieldsProps = Pick<CardFormProps, 'wallets' | 'card' | 'onChange'>

function CardFields({ wallets, card, onChange }: CardFieldsProps) {
  const stripe = useStripe()
  const elements = useElements()
  const isWallet = useRef(false)
  const isReady = typeof card === 'object'
  const open = () =>
    onChange(stripe && elements ? { stripe, elements, isWallet: isWallet.current } : 'failed')

  return (
    <div
      className="card-element"
      data-card={isReady ? 'ready' : card}
      data-wallet={(isReady && card.isWallet) || undefined}
    >
      <PaymentElement
        options={wallets ? withWallets : cardsOnly}
        onReady={open}
        onChange={({ value }) => {
          const isChosen = value.type !== 'card'
          if (isChosen === isWallet.current) return
          isWallet.current = isChosen
          if (isReady) open()
        }}
        onLoadError={() => onChange('failed')}
      />
    </div>
  )
}

/** Explains the provider's fields, or where a wallet opens. */
export function CaptionsHelp({ isWallet }: { isWallet: boolean | undefined }) {
  const { state, messages } = useCheckout()
  return isWallet ? checkoutMessages[state.language].walletOpens : messages.cardCaptions
}
