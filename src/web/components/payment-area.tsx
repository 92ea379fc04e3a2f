import { type ComponentType, useEffect, useState } from 'react'
import type { CardFormProps } from '../checkout/card-form'
import type { Desk } from '../checkout/desk'
import { useCardPayments } from './card-payments-context'
import { failIntent } from './choose-amount'
import { useDesk, usePage } from './page-context'
import { PaymentStanding } from './payment-standing'
import { PaymentUnavailable } from './payment-unavailable'

/** The pause before code that did not come is asked for again, in ms. */
const retryPause = 3000

/**
 * Below the amounts: a hint, a spinner, the card form, or why there is none. Its height is
 * reserved from the first paint, so that none of these moves what the visitor reads.
 */
export function PaymentArea() {
  const { desk, texts } = usePage()
  const cards = useCardPayments()
  const { intent, step } = useDesk()
  const CardForm = useCardForm(desk, intent.kind !== 'none')
  const [openFor, setOpenFor] = useState<string>()

  // A form is opened only where it can still be filled in: the provider's refuses a payment that
  // has ended, and one that is being looked into may have. A form that is open stays.
  const secret = intent.kind === 'ready' && cards.kind === 'ready' ? intent.clientSecret : undefined
  const mayOpen = step.name === 'filling' || (secret !== undefined && secret === openFor)
  const open = mayOpen && CardForm ? secret : undefined
  useEffect(() => setOpenFor(open), [open])

  if (step.name === 'unsent' || (step.name === 'finishing' && step.again)) {
    return <PaymentStanding />
  }
  if (cards.kind === 'unavailable') {
    return step.name === 'checking' ? <PaymentStanding /> : <PaymentUnavailable cards={cards} />
  }
  if (!mayOpen && step.name === 'checking') {
    return (
      <div className="payment-area open">
        <PaymentStanding />
      </div>
    )
  }
  if (!mayOpen && step.name === 'finishing') {
    return <PaymentWaiting words={texts.sending} />
  }
  if (intent.kind === 'none') {
    return <div className="payment-area idle">{texts.chooseAmount}</div>
  }
  if (intent.kind === 'asking' || cards.kind === 'loading' || !CardForm) {
    return <PaymentWaiting words={texts.preparingCardForm} />
  }
  return (
    <div className="payment-area open">
      <CardForm stripe={cards.stripe} locale={cards.locale} intent={intent} />
      {step.name === 'checking' && <PaymentStanding />}
    </div>
  )
}

function PaymentWaiting({ words }: { words: string }) {
  return (
    <div className="payment-area waiting" role="status">
      <span className="spinner" aria-hidden="true" />
      {words}
    </div>
  )
}

/** The card form's code comes when it is first needed (or earlier, when the page is idle). */
function useCardForm(desk: Desk, needed: boolean): ComponentType<CardFormProps> | undefined {
  const [form, setForm] = useState<{ part: ComponentType<CardFormProps> }>()
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (!needed) return
    import('../checkout/card-form').then(
      ({ CardForm }) => setForm({ part: CardForm }),
      () => failIntent(desk) || setTimeout(() => setAttempt(attempt + 1), retryPause),
    )
  }, [desk, needed, attempt])
  return form?.part
}
