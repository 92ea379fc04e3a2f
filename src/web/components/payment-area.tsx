import { lazy, Suspense, useEffect, useState } from 'react'
import { switchDonation } from '../checkout/choose-amount'
import type { CardPayments, CheckoutState, Payment } from '../checkout/state'
import { useCheckout } from './checkout-context'
import { loadUntilHere } from './late-code'

const loadCardForm = () => import('./card-form')

const CardForm = lazy(async () => ({ default: (await loadUntilHere(loadCardForm)).CardForm }))

const UnsentOrder = lazy(async () => ({
  default: (await loadUntilHere(loadCardForm)).UnsentOrder,
}))

/**
 * Below the amounts: a hint, a spinner, the card form, or why there is none. Its height is
 * reserved from the first paint, so that none of these moves what the visitor reads.
 */
export function PaymentArea() {
  const { store, state, messages } = useCheckout()
  const { cards, payment } = state
  const isCreating = payment.kind === 'creating'
  const [openFor, setOpenFor] = useState<string>()

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

  if (payment.kind === 'unsent' || (payment.kind === 'sending' && payment.again)) {
    return (
      <Suspense fallback={<Waiting label={messages.sending} />}>
        <UnsentOrder payment={payment} />
      </Suspense>
    )
  }
  if (open) {
    return (
      <div className="payment-area open">
        <Suspense fallback={<Waiting label={messages.preparingCardForm} />}>
          <CardForm stripe={open.stripe} locale={open.locale} intent={open.intent} />
        </Suspense>
        {payment.kind === 'checking' && <Checking />}
      </div>
    )
  }
  if (payment.kind === 'checking') {
    // Where no card form can follow, no room is kept for one.
    const room = cards.kind === 'unavailable' ? '' : 'payment-area open'
    return (
      <div className={room}>
        <Checking />
      </div>
    )
  }
  if (cards.kind === 'unavailable') return <PaymentUnavailable cards={cards} />
  if (payment.kind === 'sending') return <Waiting label={messages.sending} />
  if (payment.kind === 'none') {
    if (state.checkingReturn) return <Checking />
    return <div className="payment-area idle">{messages.chooseAmount}</div>
  }
  return <Waiting label={messages.preparingCardForm} />
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
  return 'order' in payment && payment.kind !== 'giving-up' ? payment.order : undefined
}

function Waiting({ label }: { label: string }) {
  return (
    <div className="payment-area waiting" role="status">
      <span className="spinner" aria-hidden="true" />
      {label}
    </div>
  )
}

function Checking() {
  const { messages } = useCheckout()
  return (
    <div className="payment-status" role="status">
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
  const { store, messages } = useCheckout()
  return (
    <div className="payment-area unavailable" role="status">
      <p className="strong">{messages.paymentUnavailable}</p>
      <p>{messages.paymentUnavailableHint}</p>
      <div className="choices">
        <button type="button" className="quiet" disabled={cards.trying} onClick={cards.tryAgain}>
          {cards.trying ? messages.trying : messages.tryAgain}
        </button>
        <button type="button" className="quiet" onClick={() => switchDonation(store, false)}>
          {messages.orderWithoutDonation}
        </button>
      </div>
    </div>
  )
}
