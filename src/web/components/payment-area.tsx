import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useCheckout } from '../checkout/checkout-context'
import { switchDonation } from '../checkout/choose-amount'
import { errorMessage } from '../checkout/plain-messages'
import { type CardPayments, type CheckoutState, isFrozen, type Payment } from '../checkout/state'
import { loadUntilHere } from './late-code'

const loadCardForm = () => import('./card-form')

const CardForm = lazy(async () => ({ default: (await loadUntilHere(loadCardForm)).CardForm }))

const UnsentOrder = lazy(async () => ({
  default: (await loadUntilHere(loadCardForm)).UnsentOrder,
}))

/**
 * Below the amounts: what to do, a spinner, the card form, or why there is none. Its height is
 * reserved from the first paint, so that none of these moves what the visitor reads. What changes
 * is announced from one region that is always there.
 */
export function PaymentArea() {
  const { store, state, messages } = useCheckout()
  const { payment } = state
  const isCreating = payment.kind === 'creating'
  const [openFor, setOpenFor] = useState<string>()
  const [readyFor, setReadyFor] = useState<string>()

  // A form is opened only where it can still be filled in: the provider's refuses a payment that
  // has ended, and one that is being checked may have. A form that is open stays.
  const form = cardFormOf(state)
  const mayOpen = payment.kind === 'ready' || payment.kind === 'open'
  const open = form && (mayOpen || form.key === openFor) ? form : undefined
  const openKey = open?.key
  useEffect(() => setOpenFor(openKey), [openKey])

  // A new intent is of no use without its form. One on which Pay was pressed waits for it.
  useEffect(() => {
    if (!isCreating) return
    const error = { kind: 'not-started' } as const
    loadCardForm().catch(() => store.dispatch({ type: 'intent-failed', error }))
  }, [store, isCreating])

  const { look = '', news } = open
    ? ({ look: 'open', news: <OpenNews isReady={readyFor === open.key} /> } as const)
    : showClosed(state)

  return (
    <div className={`payment-area ${look}`} tabIndex={-1}>
      {open && (
        <Suspense fallback={<Waiting label={messages.preparingCardForm} />}>
          <CardForm
            stripe={open.stripe}
            locale={open.locale}
            intent={open.intent}
            onReady={() => setReadyFor(open.key)}
          />
        </Suspense>
      )}
      <div className="news" role="status">
        {news}
      </div>
    </div>
  )
}

/** The card form of the payment, where a card can be taken: another key is another form. */
function cardFormOf({ cards, payment }: CheckoutState) {
  const intent = intentOf(payment)
  if (cards.kind !== 'ready' || !intent) return undefined
  const { stripe, locale } = cards
  return { stripe, locale, intent, key: `${intent.clientSecret} ${locale}` }
}

function intentOf(payment: Payment) {
  if (payment.kind === 'ready') return payment
  if (payment.kind === 'giving-up' || unsentOf(payment)) return undefined
  return 'order' in payment ? payment.order : undefined
}

/** The payment, if its order did not arrive at first. */
function unsentOf(payment: Payment) {
  const isUnsent = payment.kind === 'unsent' || (payment.kind === 'sending' && payment.again)
  return isUnsent ? payment : undefined
}

/** What is said beside the open card form. */
function OpenNews({ isReady }: { isReady: boolean }) {
  const { state, messages } = useCheckout()
  if (state.payment.kind === 'checking') return <Checking />
  // After a failure the error is what counts.
  const ready = isReady && !state.paymentError && messages.cardFormReady
  return <p className="for-readers">{isFrozen(state) ? messages.processing : ready}</p>
}

/** How the area looks without a card form, and what is said there. */
interface Closed {
  /** Where no form can follow, none: no room is kept for it. */
  look?: 'open' | 'unavailable' | 'idle' | 'waiting'
  news: ReactNode
}

function showClosed({ cards, payment, checkingReturn, locale }: CheckoutState): Closed {
  const { sending, preparingCardForm } = locale.messages
  const unsent = unsentOf(payment)
  if (unsent) {
    const order = <UnsentOrder payment={unsent} />
    return { news: <Suspense fallback={<Waiting label={sending} />}>{order}</Suspense> }
  }
  const isUnavailable = cards.kind === 'unavailable'
  if (payment.kind === 'checking')
    return { ...(!isUnavailable && { look: 'open' }), news: <Checking /> }
  if (isUnavailable) return { look: 'unavailable', news: <PaymentUnavailable cards={cards} /> }
  if (payment.kind === 'none')
    return checkingReturn ? { news: <Checking /> } : { look: 'idle', news: <Idle /> }
  const label = payment.kind === 'sending' ? sending : preparingCardForm
  return { look: 'waiting', news: <Waiting label={label} /> }
}

function Idle() {
  const { state, messages } = useCheckout()
  const { choice, paymentError } = state
  return (
    <>
      {paymentError && (
        <p className="error">
          {errorMessage(paymentError, messages)} {messages.notCharged}
        </p>
      )}
      <p>{choice === 'custom' ? messages.enterAmount : messages.chooseAmount}</p>
      <WithoutDonation className="quiet">{messages.orderWithoutDonation}</WithoutDonation>
    </>
  )
}

/** Before the script is here, and where none runs, this button orders. */
export function WithoutDonation({ className, children }: { className: string; children: string }) {
  const { store, state } = useCheckout()
  return (
    <button
      type="submit"
      name="withoutDonation"
      className={className}
      disabled={isFrozen(state)}
      onClick={event => {
        event.preventDefault()
        switchDonation(store, false)
      }}
    >
      {children}
    </button>
  )
}

function Waiting({ label }: { label: string }) {
  return (
    <p>
      <span className="spinner" aria-hidden="true" />
      {label}
    </p>
  )
}

function Checking() {
  const { messages } = useCheckout()
  return (
    <div className="payment-status">
      <p className="strong">
        <span className="spinner" aria-hidden="true" />
        {messages.checkingTitle}
      </p>
      <p>{messages.checkingHint}</p>
    </div>
  )
}

/** No card can be taken: says so, offers to try again, and shows that the free order is open. */
function PaymentUnavailable({ cards }: { cards: Extract<CardPayments, { kind: 'unavailable' }> }) {
  const { messages } = useCheckout()
  return (
    <>
      <p className="strong">{messages.paymentUnavailable}</p>
      <p>{messages.paymentUnavailableHint}</p>
      <button type="button" className="quiet" disabled={cards.trying} onClick={cards.tryAgain}>
        {cards.trying ? messages.trying : messages.tryAgain}
      </button>
      <WithoutDonation className="quiet">{messages.orderWithoutDonation}</WithoutDonation>
    </>
  )
}
