import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe, StripePaymentElementOptions } from '@stripe/stripe-js'
import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { ErrorBoundary, useErrorBoundary } from 'react-error-boundary'
import { isFilled } from '../../shared/order-form'
import { describePaymentError } from '../card-errors/translate-card-error'
import { useCheckout } from '../checkout/checkout-context'
import { applyCustomAmount } from '../checkout/choose-amount'
import { composeOrder } from '../checkout/compose-order'
import { pay, sendPaidOrder } from '../checkout/pay'
import { readForm } from '../checkout/read-form'
import { type CardLocale, isFrozen, type Payment } from '../checkout/state'
import { useAppearance } from './card-appearance'
import { ButtonLabel } from './controls'

interface CardFormProps {
  stripe: Stripe
  locale: CardLocale
  /** The amount in whole UAH. */
  intent: { clientSecret: string; uah: number }
  /** The provider's fields can be filled in. */
  onReady: () => void
}

/**
 * The provider's form for one intent; another intent or language is another form. What fails in
 * the provider's code ends this form and nothing else on the page.
 */
export function CardForm({ stripe, locale, intent, onReady }: CardFormProps) {
  const { store } = useCheckout()
  const appearance = useAppearance()
  const { clientSecret } = intent
  return (
    <ErrorBoundary
      key={`${clientSecret} ${locale}`}
      onError={() => store.dispatch({ type: 'card-form-failed', clientSecret })}
      fallbackRender={({ resetErrorBoundary }) => <FailedForm tryAgain={resetErrorBoundary} />}
    >
      <Elements stripe={stripe} options={{ clientSecret, locale, appearance }}>
        <CardFields intent={intent} onReady={onReady} />
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
  const {
    state: { payment },
    messages,
  } = useCheckout()
  if (payment.kind !== 'open' || payment.order.attempt === 'declined') return null
  return <p className="hint note">{messages.stillOpen(payment.order.uah)}</p>
}

const options: StripePaymentElementOptions = {
  layout: 'tabs',
  // By default the form asks for the country and, in some, for the postal code: no donation needs it.
  fields: { billingDetails: { address: 'if_required' } },
  wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
  terms: { card: 'never' },
}

type CardFieldsProps = Pick<CardFormProps, 'intent' | 'onReady'>

function CardFields({ intent: { clientSecret, uah }, onReady }: CardFieldsProps) {
  const { store, state, messages } = useCheckout()
  const { locale, payment, paymentError } = state
  const stripe = useStripe()
  const elements = useElements()
  const [shown, setShown] = useState(false)
  const { showBoundary } = useErrorBoundary()
  const box = useRef<HTMLFieldSetElement>(null)
  const namesMissing = useNamesMissing(box)

  async function payByCard(event: MouseEvent<HTMLButtonElement>) {
    const { form } = event.currentTarget
    if (!stripe || !elements || !form) return
    // This click may be what left the amount's field: what stands there is what may be charged.
    if (applyCustomAmount(store, form)) return
    const payload = composeOrder(readForm(form), locale.language, uah)
    await pay(store, { stripe, elements }, { clientSecret, uah, payload })
  }

  function noteReady() {
    setShown(true)
    onReady()
  }

  return (
    <>
      <StillOpen />
      <fieldset ref={box} className="card-fields">
        <legend>{messages.cardForm}</legend>
        <div className="card-element" data-shown={shown}>
          <PaymentElement options={options} onReady={noteReady} onLoadError={showBoundary} />
        </div>
      </fieldset>
      <p className="hint">
        {messages.secureNote} {messages.cardLanguageNote}
      </p>
      {namesMissing && <p className="hint note">{messages.namesMissing}</p>}
      {payment.kind !== 'checking' && (
        <button
          type="button"
          name="pay"
          className="primary"
          disabled={!shown || isFrozen(state)}
          onClick={payByCard}
        >
          <ButtonLabel>{isFrozen(state) ? messages.processing : messages.pay(uah)}</ButtonLabel>
        </button>
      )}
      {/* Below the button, which must not move under a finger. */}
      {paymentError && (
        <p className="error">{describePaymentError(paymentError, state).join(' ')}</p>
      )}
    </>
  )
}

/** Whether the form around this fieldset still says too little for a prayer. */
function useNamesMissing(inside: RefObject<HTMLFieldSetElement | null>): boolean {
  const [missing, setMissing] = useState(false)
  useEffect(() => {
    const form = inside.current?.form
    if (!form) return
    const update = () => {
      const { forWhom, purpose } = readForm(form)
      setMissing(!isFilled(forWhom) || !isFilled(purpose))
    }
    update()
    form.addEventListener('input', update)
    return () => form.removeEventListener('input', update)
  }, [inside])
  return missing
}

/** The payment is taken and its order did not arrive: the visitor sends it again. */
export function UnsentOrder({
  payment: { kind, order },
}: {
  payment: Extract<Payment, { kind: 'unsent' | 'sending' }>
}) {
  const { store, messages } = useCheckout()
  return (
    <div className="payment-status">
      <p className="strong">{messages.unsentTitle(order.uah)}</p>
      <p>{messages.unsentHint}</p>
      <button
        type="button"
        className="primary"
        disabled={kind === 'sending'}
        onClick={() => sendPaidOrder(store, order)}
      >
        <ButtonLabel>{kind === 'sending' ? messages.sending : messages.sendAgain}</ButtonLabel>
      </button>
    </div>
  )
}
