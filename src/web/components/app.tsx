import { type ComponentType, useEffect, useState } from 'react'
import { languageNames, languages } from '../../shared/language'
import { isFrozen } from '../checkout/state'
import type { CheckoutStore } from '../checkout/store'
import { switchLanguage } from '../locales/switch-language'
import { Candle } from './candle'
import { CheckoutContext, useCheckout } from './checkout-context'
import { loadUntilHere } from './late-code'
import { OrderForm } from './order-form'
import { Overlays } from './overlays'

/** The page, showing one checkout. */
export function App({ store }: { store: CheckoutStore }) {
  return (
    <CheckoutContext value={store}>
      <Card />
      <Overlays />
      <LateCardProvider />
    </CheckoutContext>
  )
}

function Card() {
  const { state, messages } = useCheckout()
  return (
    <main className="card" data-payment={state.payment.kind}>
      <div className="top">
        {/* Its place is kept even while it is empty. */}
        <p className="test-mark">{state.cards.testing && messages.testPayments}</p>
        <LanguageSwitcher />
      </div>
      <header>
        <Candle />
        <h1 tabIndex={-1}>{messages.title}</h1>
        <p className="subtitle">{messages.subtitle}</p>
      </header>
      <OrderForm key={state.fields.number} />
    </main>
  )
}

function LanguageSwitcher() {
  const { store, state, messages } = useCheckout()
  return (
    <fieldset className="languages" disabled={isFrozen(state)}>
      <legend className="for-readers">{messages.languages}</legend>
      {languages.map(language => (
        <button
          key={language}
          type="button"
          name="language"
          value={language}
          lang={language}
          aria-pressed={language === state.locale.language}
          onClick={() => switchLanguage(store, language)}
        >
          {languageNames[language].short}
          <span className="for-readers"> {languageNames[language].full}</span>
        </button>
      ))}
    </fieldset>
  )
}

/** Finds out whether cards can be taken; its code comes after the form. Shows nothing. */
function LateCardProvider() {
  const { store } = useCheckout()
  const [provider, setProvider] = useState<{ part: ComponentType }>()

  useEffect(() => {
    const load = () => import('../checkout/card-provider')
    const cards = { kind: 'unavailable', testing: false, trying: true, tryAgain() {} } as const
    loadUntilHere(load, () => store.dispatch({ type: 'cards-changed', cards })).then(
      ({ CardProvider }) => setProvider({ part: CardProvider }),
    )
  }, [store])

  return provider && <provider.part />
}
