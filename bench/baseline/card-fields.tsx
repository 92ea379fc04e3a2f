import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

interface CardFieldsProps {
  publicKey: string
  clientSecret: string
}

export function CardFields({ publicKey, clientSecret }: CardFieldsProps) {
  const stripe = useMemo(() => loadStripe(publicKey), [publicKey])
  return (
    <Elements key={clientSecret} stripe={stripe} options={{ clientSecret }}>
      <PaymentElement options={{ layout: 'tabs' }} />
      <PayButton />
    </Elements>
  )
}

function PayButton() {
  const { t } = useTranslation()
  const stripe = useStripe()
  const elements = useElements()

  async function pay() {
    if (!stripe || !elements) return
    const confirmParams = { return_url: window.location.origin }
    await stripe.confirmPayment({ elements, confirmParams, redirect: 'if_required' })
  }

  return (
    <button type="button" className="primary" disabled={!stripe} onClick={pay}>
      {t('pay')}
    </button>
  )
}
