import { type FocusEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { languageNames, languages } from '../../shared/language'
import { isFrozen } from '../checkout/state'
import { CheckoutContext, type CheckoutStore, useCheckout } from '../checkout/store'
import { type CheckoutModule, loadCheckoutWithRetry } from '../load-checkout'
import { Candle } from './candle'
import { CheckoutModuleContext } from './checkout-module-context'
import { ignoreHeldEnter, orderFormId } from './controls'
import { OrderForm } from './order-form'
import { TempleText } from './temple-text'

export function App({ store, onDrawn }: { store: CheckoutStore; onDrawn?: () => void }) {
  const [checkoutModule, setCheckoutModule] = useState<CheckoutModule>()

  useLayoutEffect(() => onDrawn?.(), [onDrawn])

  useEffect(() => {
    const cards = { kind: 'unavailable', isTest: false, trying: true, tryAgain() {} } as const
    loadCheckoutWithRetry(() => store.dispatch({ type: 'cards-changed', cards })).then(
      setCheckoutModule,
    )
  }, [store])

  return (
    <CheckoutContext value={store}>
      <CheckoutModuleContext value={checkoutModule}>
        <Card />
        {checkoutModule && <checkoutModule.Overlays />}
      </CheckoutModuleContext>
    </CheckoutContext>
  )
}

function Card() {
  const { state, messages, temple } = useCheckout()
  const { language } = state
  const keepFocus = useKeptFocus(state.dialogs.length > 0)

  useLayoutEffect(() => {
    document.documentElement.lang = language
    document.title = messages.pageTitle
  }, [language, messages])

  return (
    <main className="card" onFocus={keepFocus} onKeyDownCapture={ignoreHeldEnter}>
      {/* Enter clicks the form's first button, which must not be a language. */}
      <button
        type="submit"
        form={orderFormId}
        className="visually-hidden"
        tabIndex={-1}
        aria-hidden="true"
      />
      <div className="top">
        {state.cards.isTest && <p className="test-mark">{messages.testPayments}</p>}
        <LanguageSwitcher />
      </div>
      <header className="niche beside">
        <Candle />
        <div>
          <p className="place">
            <TempleText name="place" />
          </p>
          <h1 tabIndex={-1}>{messages.title}</h1>
          <p className="subtitle">{messages.subtitle}</p>
        </div>
      </header>
      <OrderForm key={state.fields.number} />
      <TempleNote html={temple?.foot} />
    </main>
  )
}

/** If its control is gone, the focus goes to the first of these. An extension may add other headings. */
const focusFallbacks = ['button[name="order"]', '.payment-status button', '.payment-area', 'h1']

/** Keeps the focus near a control that is gone or disabled, and gives it back when it can. */
function useKeptFocus(isDialog: boolean) {
  const focused = useRef<HTMLElement>(null)
  const waiting = useRef<HTMLElement>(null)

  useEffect(() => {
    const { activeElement, body } = document
    // A control may have had the focus before the script ran.
    if (activeElement instanceof HTMLElement && activeElement !== body)
      focused.current ??= activeElement
    // A dialog takes the focus and gives it back. Firefox would scroll here late, after the host has
    // scrolled.
    if (isDialog || document.querySelector('#page main[inert]')) return
    // A click outside all controls removes the focus on purpose.
    if (!waiting.current && canHaveFocus(focused.current)) return
    const isLost = activeElement === body || activeElement?.matches(':disabled')
    if (!focused.current || (!isLost && activeElement !== waiting.current)) return
    const others = focusFallbacks.map(name => document.querySelector<HTMLElement>(`#page ${name}`))
    const next = [focused.current, ...others].find(canHaveFocus)
    if (!next || next === activeElement) return
    waiting.current = next === focused.current ? null : next
    next.focus({ preventScroll: true })
    // Without a donation the page is shorter, and a host keeps its scroll.
    if (next.matches('[name="order"]')) next.scrollIntoView({ block: 'nearest' })
  })

  return ({ target }: FocusEvent<HTMLElement>) => {
    if (target !== waiting.current) focused.current = target
  }
}

function canHaveFocus(element: HTMLElement | null): boolean {
  return element !== null && element.getClientRects().length > 0 && !element.matches(':disabled')
}

/**
 * Switches the language. Without the script its buttons submit the form, and the server answers in the
 * other one.
 */
function LanguageSwitcher() {
  const { store, state, messages } = useCheckout()
  return (
    <fieldset className="languages" disabled={isFrozen(state)}>
      <legend className="visually-hidden">{messages.languages}</legend>
      {languages.map(language => (
        <button
          key={language}
          type="submit"
          form={orderFormId}
          name="language"
          value={language}
          lang={language}
          aria-pressed={language === state.language}
          onClick={event => {
            event.preventDefault()
            store.dispatch({ type: 'language-changed', language })
          }}
        >
          {languageNames[language].short}
          <span className="visually-hidden">{` ${languageNames[language].full}`}</span>
        </button>
      ))}
    </fieldset>
  )
}

/** The foot says whom to ask and what becomes of the names. The server has escaped its HTML. */
export function TempleNote({ html = '' }: { html?: string | undefined }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the page's own
  return <footer className="temple" dangerouslySetInnerHTML={{ __html: html }} />
}
