import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { StripeElementsOptionsMode } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { type FormEvent, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'

/**
 * A shop with the provider's published loader and React library, unaware of the sandbox. Its URL
 * configures it; the page shows the result.
 */
const asked = new URLSearchParams(location.search)
const locale = asked.get('locale') === 'ru' ? 'ru' : 'en'
const stripe = loadStripe(asked.get('key') ?? 'pk_test_sandbox', { locale })

/** Of each intent of the tests. */
const donation: StripeElementsOptionsMode & { mode: 'payment' } = {
  mode: 'payment',
  amount: 20_000,
  currency: 'uah',
  allowedPaymentMethodTypes: ['card'],
}

function Pay() {
  const provider = useStripe()
  const elements = useElements()
  const [events, setEvents] = useState<string[]>([])
  const [outcome, setOutcome] = useState('')
  const note = (event: string) => setEvents(known => [...known, event])

  const pay = async (event: FormEvent) => {
    event.preventDefault()
    if (!provider || !elements) return
    setOutcome('paying')
    const { error } = await elements.submit()
    if (error) return setOutcome(JSON.stringify({ error }))
    const confirmParams = { return_url: `${location.origin}/returned?shop=1#end` }
    const answer = provider.confirmPayment({
      elements,
      clientSecret: asked.get('secret') ?? '',
      confirmParams,
      redirect: 'if_required',
    })
    setOutcome(await answer.then(JSON.stringify, String))
  }

  return (
    <form onSubmit={pay}>
      <PaymentElement
        options={{ fields: { billingDetails: { address: 'if_required' } } }}
        onReady={() => note('ready')}
        onChange={({ value, empty, complete }) =>
          note(`${value.type} ${empty ? 'empty' : complete ? 'complete' : 'begun'}`)
        }
        onLoadError={({ error }) => note(`loaderror ${error.message}`)}
      />
      <button type="submit">Pay</button>
      <output data-testid="outcome">{outcome}</output>
      <div data-testid="events">
        {[...new Set(events)].map(event => (
          <p key={event}>{event}</p>
        ))}
      </div>
    </form>
  )
}

function Shop() {
  const [language, setLanguage] = useState<'en' | 'ru'>(locale)
  const appearance = { variables: { colorPrimary: asked.get('colour') ?? '#0570de' } }
  return (
    <>
      <Elements stripe={stripe} options={{ ...donation, locale: language, appearance }}>
        <Pay />
      </Elements>
      <button type="button" onClick={() => setLanguage('ru')}>
        Russian
      </button>
    </>
  )
}

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <Shop />
    </StrictMode>,
  )
