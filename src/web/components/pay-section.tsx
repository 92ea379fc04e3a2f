import { type MouseEvent, useSyncExternalStore } from 'react'
import { cutExcess } from '../../shared/cut-text'
import { isFilled } from '../../shared/plain-text'
import { describePaymentError } from '../card-errors/describe-payment-error'
import { applyCustomAmount } from '../checkout/apply-amount'
import { type OpenCardForm, pay } from '../checkout/pay'
import { composePayload } from '../checkout/send-order'
import { isFrozen, isOutcomeUnclear } from '../checkout/state'
import { useCheckout } from '../checkout/store'
import { checkoutMessages } from '../locales/checkout-messages'
import { BankInSight } from './bank-in-sight'
import { orderFormId, readForm } from './controls'
import { OrderNote } from './order-note'
import { TempleText } from './temple-text'

interface PaySectionProps {
  /** The intent, with its amount in whole UAH, once its form is open. */
  intent: { clientSecret: string; uah: number } | undefined
  /** The card form, once its fields can be filled in. */
  card: OpenCardForm | undefined
}

/** Reads the order back, and has Pay and the receiver of the money. */
export function PaySection({ intent, card }: PaySectionProps) {
  const { store, state, messages } = useCheckout()
  const { language, payment } = state
  const texts = checkoutMessages[language]
  const label = isFrozen(state) ? messages.processing : texts.pay(intent?.uah ?? 0)
  const isClosed = state.paymentError?.kind === 'wallet-closed'

  async function payByCard(event: MouseEvent<HTMLButtonElement>) {
    const { form } = event.currentTarget
    if (!intent || !card || !form) return
    const { clientSecret, uah } = intent
    // The click may have left the amount's field, and a new amount first needs an intent of its own.
    if (applyCustomAmount(store, form)) return
    const words = composePayload(readForm(form), language, uah)
    await pay(store, card, { clientSecret, uah, words })
  }

  return (
    <>
      {payment.kind !== 'checking' && <ReadBack />}
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
      {/* This is below the button, which must not move under a finger. */}
      <PaymentFailure />
      {isClosed && (
        <p className="hint" id="not-charged">
          {texts.notCharged}
        </p>
      )}
      <Receiver />
      {payment.kind === 'paying' && <BankInSight />}
    </>
  )
}

/** Shows above Pay what the temple will read, or what the note still lacks and the way to its field. */
function ReadBack() {
  const { state } = useCheckout()
  const texts = checkoutMessages[state.language]
  const name = useTyped('forWhom')
  const purpose = useTyped('purpose')
  const isMissing = !isFilled(name) || !isFilled(purpose)
  const missing = isFilled(name)
    ? texts.purposeMissing
    : isFilled(purpose)
      ? texts.nameMissing
      : texts.namesMissing
  return (
    <div className={isMissing ? 'read-back missing' : 'read-back'}>
      <div id="read-back">
        {isMissing ? (
          <p>{missing}</p>
        ) : (
          <OrderNote name={cutExcess(name)} purpose={cutExcess(purpose)} />
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
        {isMissing ? texts.fillIn : texts.change}
      </button>
    </div>
  )
}

/** Follows the name or the purpose as it is typed. */
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
  const { state, temple } = useCheckout()
  const texts = checkoutMessages[state.language]
  return (
    <p className="hint secure">
      <svg className="lock" viewBox="0 0 15 17" fill="none" aria-hidden="true">
        {/* In an enlarged page Safari would scale a width on the svg itself twice. */}
        <g strokeWidth="1.8">
          <rect x="1.5" y="7" width="12" height="9" rx="2" />
          <path d="M4.2 7V4.8a3.3 3.3 0 0 1 6.6 0V7" />
        </g>
      </svg>
      <span>
        {temple?.receiver && (
          <>
            {texts.receiver}{' '}
            <b>
              <TempleText name="receiver" />
            </b>
            .{' '}
          </>
        )}
        {texts.secureNote}
      </span>
    </p>
  )
}

/** Keeps the last failure in the form once its dialog is closed. */
export function PaymentFailure() {
  const { state } = useCheckout()
  const { language, payment, paymentError, dialogs } = state
  if (!paymentError || paymentError.kind === 'wallet-closed' || dialogs.length > 0) return null
  const { isCharged = '', cause } = describePaymentError(
    paymentError,
    language,
    isOutcomeUnclear(payment),
  )
  return <p className="error">{`${isCharged} ${cause}`.trim()}</p>
}
