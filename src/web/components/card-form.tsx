import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe, StripePaymentElementOptions } from '@stripe/stripe-js'
import { type ReactNode, useRef } from 'react'
import { ErrorBoundary, useErrorBoundary } from 'react-error-boundary'
import type { OpenCardForm } from '../checkout/pay'
import { mayHaveCharged } from '../checkout/pending-order'
import { dispatch } from '../checkout/reducer'
import type { CardLocale } from '../checkout/state'
import { useCheckout } from '../checkout/store'
import { lateMessages } from '../locales/late-messages'
import { useAppearance } from './card-appearance'

interface CardFormProps {
  stripe: Stripe
  locale: CardLocale
  /** Whether Apple Pay and Google Pay are offered, where the device has them. */
  wallets: boolean
  /** The amount in whole UAH. */
  intent: { clientSecret: string; uah: number }
  /** The provider's fields can be filled in. */
  isReady: boolean
  /** They can be; undefined: they did not load. */
  onSettled: (card: OpenCardForm | undefined) => void
}

/** The provider's form for one intent. An error in the provider's code ends this form only. */
export function CardForm({ stripe, locale, ...form }: CardFormProps) {
  const { store } = useCheckout()
  const appearance = useAppearance()
  const { clientSecret } = form.intent
  return (
    <ErrorBoundary
      onError={() => {
        form.onSettled(undefined)
        dispatch(store, { type: 'intent-failed', error: { kind: 'not-started' } })
      }}
      fallbackRender={({ resetErrorBoundary }) => <FailedForm tryAgain={resetErrorBoundary} />}
    >
      <Elements stripe={stripe} options={{ clientSecret, locale, appearance }}>
        <CardFields {...form} />
      </Elements>
    </ErrorBoundary>
  )
}

/** Pay was pressed before: the payment stays, and its form is tried again. */
function FailedForm({ tryAgain }: { tryAgain: () => void }) {
  const { messages } = useCheckout()
  return (
    <>
      <StillOpen />
      <p className="strong" role="alert">
        {messages.paymentUnavailable}
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
  if (payment.kind !== 'open' || !mayHaveCharged(payment.order)) return null
  return <p className="hint note">{lateMessages[language].stillOpen(payment.order.uah)}</p>
}

const cardsOnly: StripePaymentElementOptions = {
  layout: 'tabs',
  // By default the form asks for the country and, in some, for the postal code: no donation needs it.
  fields: { billingDetails: { address: 'if_required' } },
  wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
  terms: { card: 'never' },
}

const withWallets: StripePaymentElementOptions = {
  ...cardsOnly,
  wallets: { applePay: 'auto', googlePay: 'auto', link: 'never' },
  paymentMethodOrder: ['apple_pay', 'google_pay', 'card'],
}

type CardFieldsProps = Omit<CardFormProps, 'stripe' | 'locale'>

function CardFields({ wallets, isReady, onSettled }: CardFieldsProps) {
  const stripe = useStripe()
  const elements = useElements()
  const { showBoundary } = useErrorBoundary()
  const isWallet = useRef(false)
  const settle = () =>
    onSettled(stripe && elements ? { stripe, elements, isWallet: isWallet.current } : undefined)

  return (
    <>
      <StillOpen />
      <div className="card-element" data-shown={isReady}>
        <PaymentElement
          options={wallets ? withWallets : cardsOnly}
          onReady={settle}
          onChange={({ value }) => {
            const isChosen = value.type !== 'card'
            if (isChosen === isWallet.current) return
            isWallet.current = isChosen
            if (isReady) settle()
          }}
          onLoadError={showBoundary}
        />
      </div>
    </>
  )
}

/** What the provider's captions mean, or where a wallet opens: each on two lines. */
export function CaptionsHelp({ isWallet }: { isWallet: boolean | undefined }) {
  const { state, messages } = useCheckout()
  return markEnglish(isWallet ? lateMessages[state.language].walletOpens : messages.cardCaptions)
}

function markEnglish(text: string): ReactNode[] {
  return text.split(/([a-z][a-z ]*)/i).map((part, index) => (
    <span key={part} lang={index % 2 ? 'en' : undefined}>
      {part}
    </span>
  ))
}
