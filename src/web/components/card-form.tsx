import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe, StripePaymentElementOptions } from '@stripe/stripe-js'
import { type MouseEvent, type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { ErrorBoundary, useErrorBoundary } from 'react-error-boundary'
import { paymentIntentIdOf } from '../../shared/payment-intent'
import { isFilled } from '../../shared/plain-text'
import { describePaymentError } from '../card-errors/translate-card-error'
import { applyCustomAmount } from '../checkout/apply-amount'
import { type OpenCardForm, pay } from '../checkout/pay'
import { isKept } from '../checkout/pending-storage'
import { dispatch } from '../checkout/reducer'
import { composePayload, sendPaidOrder } from '../checkout/send-order'
import { type CardLocale, isFrozen, type Payment } from '../checkout/state'
import { useCheckout } from '../checkout/store'
import { showInHost } from '../frame/in-sight'
import { lateMessages } from '../locales/late-messages'
import { BankInSight } from './bank-in-sight'
import { useAppearance } from './card-appearance'
import { orderFormId, readForm } from './controls'
import { TempleText } from './temple-text'

interface CardFormProps {
  stripe: Stripe
  locale: CardLocale
  /** Whether Apple Pay and Google Pay are offered, where the device has them. */
  wallets: boolean
  /** The amount in whole UAH. */
  intent: { clientSecret: string; uah: number }
  /** The provider's fields can be filled in. */
  isReady: boolean
  /** They can be; undefined: they did not load. */
  onSettled: (card: OpenCardForm | undefined) => void
}

/** The provider's form for one intent. An error in the provider's code ends this form only. */
export function CardForm({ stripe, locale, ...form }: CardFormProps) {
  const { store } = useCheckout()
  const appearance = useAppearance()
  const { clientSecret } = form.intent
  return (
    <ErrorBoundary
      onError={() => {
        form.onSettled(undefined)
        dispatch(store, { type: 'intent-failed', error: { kind: 'not-started' } })
      }}
      fallbackRender={({ resetErrorBoundary }) => <FailedForm tryAgain={resetErrorBoundary} />}
    >
      <Elements stripe={stripe} options={{ clientSecret, locale, appearance }}>
        <CardFields {...form} />
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
  const { state } = useCheckout()
  const { payment, language } = state
  if (payment.kind !== 'open' || payment.order.attempt === 'declined') return null
  return <p className="hint note">{lateMessages[language].stillOpen(payment.order.uah)}</p>
}

const cardsOnly: StripePaymentElementOptions = {
  layout: 'tabs',
  // By default the form asks for the country and, in some, for the postal code: no donation needs it.
  fields: { billingDetails: { address: 'if_required' } },
  wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
  terms: { card: 'never' },
}

const withWallets: StripePaymentElementOptions = {
  ...cardsOnly,
  wallets: { applePay: 'auto', googlePay: 'auto', link: 'never' },
  paymentMethodOrder: ['apple_pay', 'google_pay', 'card'],
}

type CardFieldsProps = Omit<CardFormProps, 'stripe' | 'locale'>

function CardFields({ wallets, isReady, onSettled }: CardFieldsProps) {
  const stripe = useStripe()
  const elements = useElements()
  const { showBoundary } = useErrorBoundary()
  const isWallet = useRef(false)
  const settle = () =>
    onSettled(stripe && elements ? { stripe, elements, isWallet: isWallet.current } : undefined)

  return (
    <>
      <StillOpen />
      <div className="card-element" data-shown={isReady}>
        <PaymentElement
          options={wallets ? withWallets : cardsOnly}
          onReady={settle}
          onChange={({ value }) => {
            const isChosen = value.type !== 'card'
            if (isChosen === isWallet.current) return
            isWallet.current = isChosen
            if (isReady) settle()
          }}
          onLoadError={showBoundary}
        />
      </div>
    </>
  )
}

/** What the provider's captions mean, or where a wallet opens: each on two lines. */
export function CaptionsHelp({ isWallet }: { isWallet: boolean | undefined }) {
  const { state, messages } = useCheckout()
  return markEnglish(isWallet ? lateMessages[state.language].walletOpens : messages.cardCaptions)
}

function markEnglish(text: string): ReactNode[] {
  return text.split(/([a-z][a-z ]*)/i).map((part, index) => (
    <span key={part} lang={index % 2 ? 'en' : undefined}>
      {part}
    </span>
  ))
}

interface PayRoomProps {
  /** undefined: its form is not open yet. */
  intent: CardFormProps['intent'] | undefined
  /** undefined: its fields cannot be filled in. */
  card: OpenCardForm | undefined
}

/** What is paid for, Pay, and who gets the money. */
export function PayRoom({ intent, card }: PayRoomProps) {
  const { store, state, messages } = useCheckout()
  const { language, payment } = state
  const late = lateMessages[language]
  const label = isFrozen(state) ? messages.processing : late.pay(intent?.uah ?? 0)
  // The visitor closed the wallet, and knows why.
  const isClosed =
    payment.kind === 'open' && payment.order.attempt === 'declined' && !state.paymentError

  async function payByCard(event: MouseEvent<HTMLButtonElement>) {
    const { form } = event.currentTarget
    if (!intent || !card || !form) return
    const { clientSecret, uah } = intent
    // The click may have left the amount's field: apply its value first.
    if (applyCustomAmount(store, form)) return
    const payload = composePayload(readForm(form), language, uah)
    await pay(store, card, { clientSecret, uah, payload })
  }

  return (
    <>
      <ReadBack />
      {!intent && <div className="pay-button" />}
      {intent && payment.kind !== 'checking' && (
        <button
          type="button"
          name="pay"
          className="primary"
          disabled={!card || isFrozen(state)}
          aria-describedby={isClosed ? 'not-charged' : undefined}
          onClick={payByCard}
        >
          <span key={label}>{label}</span>
        </button>
      )}
      {/* Below the button, which must not move under a finger. */}
      <PaymentFailure />
      {isClosed && (
        <p className="hint" id="not-charged">
          {late.notCharged}
        </p>
      )}
      <Receiver />
      {payment.kind === 'confirming' && <BankInSight />}
    </>
  )
}

/** Above Pay, what is written on the note or still missing from it, and the way there. */
function ReadBack() {
  const { state } = useCheckout()
  const late = lateMessages[state.language]
  const name = useTyped('forWhom')
  const purpose = useTyped('purpose')
  const isMissing = !isFilled(name) || !isFilled(purpose)
  const missing = isFilled(name)
    ? late.purposeMissing
    : isFilled(purpose)
      ? late.nameMissing
      : late.namesMissing
  return (
    <div className={isMissing ? 'read-back missing' : 'read-back'}>
      <div id="read-back">
        {isMissing ? (
          <p>{missing}</p>
        ) : (
          <>
            <p className="hint">{purpose}</p>
            <p className="names">{name}</p>
          </>
        )}
      </div>
      <button
        type="button"
        className="plain"
        aria-describedby="read-back"
        disabled={isFrozen(state)}
        onClick={() => {
          const next = isFilled(name) && !isFilled(purpose) ? 'purpose' : 'forWhom'
          document.getElementById(next)?.focus()
        }}
      >
        {isMissing ? late.fillIn : late.change}
      </button>
    </div>
  )
}

/** The name or the purpose as it is being typed. */
function useTyped(field: 'forWhom' | 'purpose'): string {
  return useSyncExternalStore(watchInput, () => {
    const form = document.querySelector<HTMLFormElement>(`#${orderFormId}`)
    return form ? readForm(form)[field] : ''
  })
}

function watchInput(changed: () => void) {
  document.addEventListener('input', changed)
  return () => document.removeEventListener('input', changed)
}

function Receiver() {
  const { state } = useCheckout()
  const late = lateMessages[state.language]
  return (
    <p className="hint secure">
      <svg className="lock" viewBox="0 0 15 17" fill="none" aria-hidden="true">
        {/* On the svg itself Safari would scale it twice in an enlarged page. */}
        <g strokeWidth="1.8">
          <rect x="1.5" y="7" width="12" height="9" rx="2" />
          <path d="M4.2 7V4.8a3.3 3.3 0 0 1 6.6 0V7" />
        </g>
      </svg>
      <span>
        {state.temple?.receiver && (
          <>
            {late.receiver}{' '}
            <b>
              <TempleText name="receiver" />
            </b>
            .{' '}
          </>
        )}
        {late.secureNote}
      </span>
    </p>
  )
}

/** The last failure, once its dialog is closed. */
export function PaymentFailure() {
  const { state } = useCheckout()
  const { paymentError, dialogs } = state
  if (!paymentError || dialogs.length > 0) return null
  return <p className="error">{describePaymentError(paymentError, state).join(' ')}</p>
}

/** In place of the donation, while the form completes a paid order. */
export function AlreadyPaid({ uah }: { uah: number }) {
  const { state } = useCheckout()
  return <p className="hint note">{lateMessages[state.language].alreadyPaid(uah)}</p>
}

/** The payment is taken and its order did not arrive: the visitor sends it again. */
export function UnsentOrder({
  payment: { kind, order },
}: {
  payment: Extract<Payment, { kind: 'unsent' | 'sending' }>
}) {
  const { store, state, messages } = useCheckout()
  const late = lateMessages[state.language]
  const { clientSecret } = order
  const block = useRef<HTMLDivElement>(null)

  // Below the toast, which says that the order was not sent.
  useEffect(() => {
    if (!block.current) return
    block.current.scrollIntoView({ block: 'center' })
    showInHost(block.current.getBoundingClientRect())
  }, [])

  // Without storage the next page would know nothing of the payment: the browser asks before it leaves.
  useEffect(() => {
    if (isKept(paymentIntentIdOf(clientSecret))) return
    const ask = (event: Event) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [clientSecret])

  return (
    <div ref={block} className="payment-status">
      <p className="strong">{late.unsentTitle(order.uah)}</p>
      <p>{late.unsentHint}</p>
      <button
        type="button"
        className="primary"
        disabled={kind === 'sending'}
        onClick={() => sendPaidOrder(store, order)}
      >
        <span key={kind}>{kind === 'sending' ? messages.sending : late.sendAgain}</span>
      </button>
    </div>
  )
}
