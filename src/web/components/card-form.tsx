import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe, StripePaymentElementOptions } from '@stripe/stripe-js'
import { type MouseEvent, useEffect } from 'react'
import { ErrorBoundary, useErrorBoundary } from 'react-error-boundary'
import { paymentIntentIdOf } from '../../shared/payment-intent'
import { describePaymentError } from '../card-errors/translate-card-error'
import { applyCustomAmount } from '../checkout/apply-amount'
import { pay, sendPaidOrder } from '../checkout/pay'
import { isKept } from '../checkout/pending-storage'
import { composeOrder } from '../checkout/place-order'
import { type CardLocale, isFrozen, type Payment } from '../checkout/state'
import { useCheckout } from '../checkout/store'
import { lateMessages } from '../locales/late-messages'
import { BankInSight } from './bank-in-sight'
import { useAppearance } from './card-appearance'
import { NamesMissing, readForm } from './controls'

interface CardFormProps {
  stripe: Stripe
  locale: CardLocale
  /** Whether Apple Pay and Google Pay are offered, where the device has them. */
  wallets: boolean
  /** The amount in whole UAH. */
  intent: { clientSecret: string; uah: number }
  /** The provider's fields can be filled in. */
  isReady: boolean
  /** They can be, or did not load. */
  onSettled: (isReady: boolean) => void
}

/** The provider's form for one intent. An error in the provider's code ends this form only. */
export function CardForm({ stripe, locale, ...form }: CardFormProps) {
  const { store } = useCheckout()
  const appearance = useAppearance()
  const { clientSecret } = form.intent
  return (
    <ErrorBoundary
      onError={() => {
        form.onSettled(false)
        store.dispatch({ type: 'intent-failed', error: { kind: 'not-started' } })
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
  if (payment.kind !== 'open' || payment.order.attempt === 'declined') return null
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

function CardFields({ wallets, intent, isReady, onSettled }: CardFieldsProps) {
  const { clientSecret, uah } = intent
  const { store, state, messages } = useCheckout()
  const { language, payment } = state
  const label = isFrozen(state) ? messages.processing : lateMessages[language].pay(uah)
  const stripe = useStripe()
  const elements = useElements()
  const { showBoundary } = useErrorBoundary()

  async function payByCard(event: MouseEvent<HTMLButtonElement>) {
    const { form } = event.currentTarget
    if (!stripe || !elements || !form) return
    // The click may have left the amount's field: apply its value first.
    if (applyCustomAmount(store, form)) return
    const payload = composeOrder(readForm(form), language, uah)
    await pay(store, { stripe, elements }, { clientSecret, uah, payload })
  }

  return (
    <>
      <StillOpen />
      <div className="card-element" data-shown={isReady}>
        <PaymentElement
          options={wallets ? withWallets : cardsOnly}
          onReady={() => onSettled(true)}
          onLoadError={showBoundary}
        />
      </div>
      <NamesMissing />
      {payment.kind !== 'checking' && (
        <button
          type="button"
          name="pay"
          className="primary"
          disabled={!isReady || isFrozen(state)}
          onClick={payByCard}
        >
          <span key={label}>{label}</span>
        </button>
      )}
      {/* Below the button, which must not move under a finger. */}
      <PaymentFailure />
      {payment.kind === 'confirming' && <BankInSight />}
    </>
  )
}

/** The last failure, once its dialog is closed. */
export function PaymentFailure() {
  const { state } = useCheckout()
  const { paymentError, dialogs } = state
  if (!paymentError || dialogs.length > 0) return null
  return <p className="error">{describePaymentError(paymentError, state).join(' ')}</p>
}

/** The payment is taken and its order did not arrive: the visitor sends it again. */
export function UnsentOrder({
  payment: { kind, order },
}: {
  payment: Extract<Payment, { kind: 'unsent' | 'sending' }>
}) {
  const { store, state, messages } = useCheckout()
  const late = lateMessages[state.language]
  const { clientSecret } = order

  // Without storage the next page would know nothing of the payment: the browser asks before it leaves.
  useEffect(() => {
    if (isKept(paymentIntentIdOf(clientSecret))) return
    const ask = (event: Event) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [clientSecret])

  return (
    <div className="payment-status">
      <p className="strong">{late.unsentTitle(order.uah)}</p>
      <p>{late.unsentHint}</p>
      <button
        type="button"
        className="primary"
        disabled={kind === 'sending'}
        onClick={() => sendPaidOrder(store, order)}
      >
        <span key={kind}>{kind === 'sending' ? messages.sending : late.sendAgain}</span>
      </button>
    </div>
  )
}
