import { type ReactNode, use, useEffect, useState } from 'react'
import { chooseAmount } from '../checkout/choose-amount'
import {
  type CardPayments,
  type CheckoutState,
  donationOf,
  isFrozen,
  type Payment,
} from '../checkout/state'
import { useCheckout } from '../checkout/store'
import { messages } from '../locales/messages'
import type { CardState } from './card-form'
import { CheckoutModuleContext } from './checkout-module-context'

/**
 * The area below the amounts shows a hint, a spinner, the card form or why there is none, then the email
 * field and Pay. Room is reserved while they load, so that nothing below moves.
 */
export function PaymentArea({ children: emailField }: { children: ReactNode }) {
  const { state, messages } = useCheckout()
  const { payment } = state
  const checkoutModule = use(CheckoutModuleContext)
  const [openFor, setOpenFor] = useState<string>()
  const [settled, setSettled] = useState<{ key: string; card: CardState }>()

  // While a payment is checked, an open form keeps the typed card. No form is opened, because it may be paid.
  const form = cardFormOf(state)
  const mayOpen = payment.kind === 'ready' || payment.kind === 'open'
  const open = form && (mayOpen || form.key === openFor) ? form : undefined
  const openKey = open?.key
  useEffect(() => setOpenFor(openKey), [openKey])

  const card = open && settled?.key === open.key ? settled.card : 'loading'
  const openCard = typeof card === 'object' ? card : undefined
  const { variant = '', status } = open ? showOpen(state, card) : showClosed(state)
  const isCard = variant === 'open' || variant === 'waiting'

  return (
    <div
      className={`payment-area ${variant}`}
      tabIndex={-1}
      {...(isCard && { role: 'group', 'aria-label': messages.cardForm })}
    >
      {isCard && (
        <>
          <p className="strong answer">{messages.cardForm}</p>
          {messages.cardCaptions && (
            <p className="hint">
              {checkoutModule ? (
                <checkoutModule.CaptionsHelp isWallet={openCard?.isWallet} />
              ) : (
                messages.cardCaptions
              )}
            </p>
          )}
        </>
      )}
      <div className="slot">
        {isCard && (
          <div>
            {open && checkoutModule ? (
              <checkoutModule.CardForm
                key={open.key}
                {...open.card}
                card={card}
                onChange={card => setSettled({ key: open.key, card })}
              />
            ) : (
              <div className="card-element" />
            )}
          </div>
        )}
        {/* Screen readers announce a region only if it was there before its text, so this element always stays. */}
        <div className="status" role="status">
          {status}
        </div>
      </div>
      {emailField}
      {isCard && (
        <div className="pay-section">
          {checkoutModule && (
            <checkoutModule.PaySection intent={open?.card.intent} card={openCard} />
          )}
        </div>
      )}
    </div>
  )
}

/** Returns the card form, or undefined if no card can be taken. Another key is another form. */
function cardFormOf({ cards, payment }: CheckoutState) {
  const intent = intentOf(payment)
  if (cards.kind !== 'ready' || !intent) return undefined
  const { stripe, locale, wallets } = cards
  const card = { stripe, locale, wallets, intent }
  return { card, key: `${intent.clientSecret} ${locale}` }
}

function intentOf(payment: Payment) {
  if (payment.kind === 'ready') return payment
  // The payment is paid, or is canceled in favour of another amount.
  if (payment.kind === 'checking' && (payment.isPaid || payment.next)) return undefined
  return donationOf(payment)
}

interface Shown {
  variant?: 'open' | 'checking' | 'unavailable' | 'idle' | 'waiting'
  /** The status next to the card form or in its place. It may only be read aloud. */
  status: ReactNode
}

function showOpen(state: CheckoutState, card: CardState): Shown {
  const { preparingCardForm, processing, cardFormReady } = messages[state.language]
  if (state.payment.kind === 'checking') return { variant: 'open', status: <Checking /> }
  if (card === 'loading')
    return { variant: 'waiting', status: <Waiting label={preparingCardForm} /> }
  // After a failure the error counts, and not that the form is ready.
  const ready = card !== 'failed' && !state.paymentError && cardFormReady
  const spoken = isFrozen(state) ? processing : ready
  return { variant: 'open', status: <p className="visually-hidden">{spoken}</p> }
}

function showClosed({ cards, payment, language }: CheckoutState): Shown {
  const { preparingCardForm } = messages[language]
  const isUnavailable = cards.kind === 'unavailable'
  if (payment.kind === 'checking')
    return { ...(!isUnavailable && { variant: 'checking' }), status: <Checking /> }
  if (isUnavailable) return { variant: 'unavailable', status: <PaymentUnavailable cards={cards} /> }
  if (payment.kind === 'none') return { variant: 'idle', status: <Idle /> }
  return { variant: 'waiting', status: <Waiting label={preparingCardForm} /> }
}

function Idle() {
  const { store, state, messages } = useCheckout()
  const checkoutModule = use(CheckoutModuleContext)
  return (
    <>
      {checkoutModule && <checkoutModule.PaymentFailure />}
      {state.paymentError && typeof state.choice === 'number' ? (
        <button type="button" className="plain" onClick={() => chooseAmount(store, state.choice)}>
          {messages.tryAgain}
        </button>
      ) : null}
    </>
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
  const checkoutModule = use(CheckoutModuleContext)
  const unknown = (
    <>
      <p className="strong">
        <span className="spinner" aria-hidden="true" />
        {messages.checkingTitle}
      </p>
      <p>{messages.checkingHint}</p>
    </>
  )
  return (
    <div className="payment-status">
      {checkoutModule ? (
        <checkoutModule.CheckedPayment>{unknown}</checkoutModule.CheckedPayment>
      ) : (
        unknown
      )}
    </div>
  )
}

/** Says that no card can be taken. The button below orders without a donation. */
function PaymentUnavailable({ cards }: { cards: Extract<CardPayments, { kind: 'unavailable' }> }) {
  const { messages } = useCheckout()
  return (
    <>
      <p>
        <b>{messages.paymentUnavailable}</b>. {messages.paymentUnavailableHint}
      </p>
      <button type="button" className="plain" disabled={cards.trying} onClick={cards.tryAgain}>
        {cards.trying ? messages.trying : messages.tryAgain}
      </button>
    </>
  )
}
