import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe, StripePaymentElementOptions } from '@stripe/stripe-js'
import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { isFilled } from '../../shared/order-form'
import { applyCustomAmount } from '../checkout/choose-amount'
import { composeOrder } from '../checkout/compose-order'
import { pay, sendPaidOrder } from '../checkout/pay'
import { readForm } from '../checkout/read-form'
import { type CardLocale, isFrozen, type Payment } from '../checkout/state'
import { useAppearance } from './card-appearance'
import { useCheckout } from './checkout-context'
import { ButtonLabel } from './controls'

interface CardFormProps {
  stripe: Stripe
  locale: CardLocale
  /** The amount in whole UAH. */
  intent: { clientSecret: string; uah: number }
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

const options: StripePaymentElementOptions = {
  layout: 'tabs',
  wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
  terms: { card: 'never' },
}

interface CardFieldsProps extends Pick<CardFormProps, 'intent'> {
  tryAgain: () => void
}

function CardFields({ intent: { clientSecret, uah }, tryAgain }: CardFieldsProps) {
  const { store, state, messages } = useCheckout()
  const { locale, payment } = state
  const stripe = useStripe()
  const elements = useElements()
  const [shown, setShown] = useState(false)
  const [failed, setFailed] = useState(false)
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

  function noteLoadError() {
    setFailed(true)
    store.dispatch({ type: 'card-form-failed', clientSecret })
  }

  const stillOpen = payment.kind === 'open' && payment.unclear && (
    <p className="hint note">{messages.stillOpen(uah)}</p>
  )

  if (failed && payment.kind === 'open') {
    return (
      <>
        {stillOpen}
        <p className="strong" role="status">
          {messages.paymentUnavailable}
        </p>
        <button type="button" className="quiet" onClick={tryAgain}>
          {messages.tryAgain}
        </button>
      </>
    )
  }

  return (
    <>
      {stillOpen}
      <fieldset ref={box} className="card-fields">
        <legend>{messages.cardForm}</legend>
        <div className="card-element" data-shown={shown}>
          <PaymentElement
            options={options}
            onReady={() => setShown(true)}
            onLoadError={noteLoadError}
          />
        </div>
      </fieldset>
      <p className="hint">
        {messages.secureNote} {messages.cardLanguageNote}
      </p>
      {namesMissing && <p className="hint note">{messages.namesMissing}</p>}
      <p className="for-readers" role="status">
        {payment.kind === 'confirming' && messages.processing}
      </p>
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
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    // The button that was pressed is gone, or could not hold the focus while the order was sent.
    if (kind === 'unsent' && document.activeElement === document.body) button.current?.focus()
  }, [kind])

  return (
    <div className="payment-status" role="status">
      <p className="strong">{messages.unsentTitle(order.uah)}</p>
      <p>{messages.unsentHint}</p>
      <button
        ref={button}
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
