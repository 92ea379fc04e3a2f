import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { StripePaymentElementOptions } from '@stripe/stripe-js'
import { type MouseEvent, useRef, useState } from 'react'
import { ButtonWords } from '../components/button-words'
import { applyCustomAmount } from '../components/choose-amount'
import { composeOrder } from '../components/compose-order'
import { useDesk, usePage } from '../components/page-context'
import { readForm } from '../components/read-form'
import type { CardFormProps } from './card-form'
import { isFrozen } from './desk-state'
import { payForCandle } from './pay-for-candle'
import { useNamesMissing } from './use-names-missing'

const options: StripePaymentElementOptions = {
  layout: 'tabs',
  wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
  terms: { card: 'never' },
}

interface CardFieldsProps extends Pick<CardFormProps, 'intent'> {
  tryAgain: () => void
}

export function CardFields({ intent, tryAgain }: CardFieldsProps) {
  const { desk, language, texts } = usePage()
  const state = useDesk()
  const stripe = useStripe()
  const elements = useElements()
  const [shown, setShown] = useState(false)
  const [failed, setFailed] = useState(false)
  const box = useRef<HTMLFieldSetElement>(null)
  const namesMissing = useNamesMissing(box)
  const { uah, clientSecret } = intent

  async function pay(event: MouseEvent<HTMLButtonElement>) {
    const { form } = event.currentTarget
    if (!stripe || !elements || !form) return
    // This click may be what left the amount's field: what stands there is what may be charged.
    if (applyCustomAmount(desk, form)) return
    const payload = composeOrder(readForm(form), language, uah)
    await payForCandle(desk, { stripe, elements }, { clientSecret, uah, payload })
  }

  function noteLoadError() {
    setFailed(true)
    desk.tell({ type: 'card-form-failed', clientSecret })
  }

  const filling = state.step.name === 'filling'
  const stillOpen = filling && intent.binding && <p className="hint">{texts.stillOpen(uah)}</p>

  if (failed && filling) {
    return (
      <>
        {stillOpen}
        <p className="strong" role="status">
          {texts.paymentUnavailable}
        </p>
        <button type="button" className="quiet" onClick={tryAgain}>
          {texts.tryAgain}
        </button>
      </>
    )
  }

  return (
    <>
      {stillOpen}
      <fieldset ref={box} className="card-fields">
        <legend>{texts.cardForm}</legend>
        <div className="card-element" data-shown={shown}>
          <PaymentElement
            options={options}
            onReady={() => setShown(true)}
            onLoadError={noteLoadError}
          />
        </div>
      </fieldset>
      <p className="hint">
        {texts.secureNote} {texts.cardLanguageNote}
      </p>
      {namesMissing && <p className="hint note">{texts.namesMissing}</p>}
      <p className="for-readers" role="status">
        {state.step.name === 'confirming' && texts.processing}
      </p>
      {state.step.name !== 'checking' && (
        <button
          type="button"
          name="pay"
          className="primary"
          disabled={!shown || isFrozen(state)}
          onClick={pay}
        >
          <ButtonWords>{isFrozen(state) ? texts.processing : texts.pay(uah)}</ButtonWords>
        </button>
      )}
    </>
  )
}
