import { useEffect, useRef } from 'react'
import { ButtonWords } from './button-words'
import { useDesk, usePage } from './page-context'

/** What stays on the page while a payment is not clear, or is taken and its order is not sent. */
export function PaymentStanding() {
  const { desk, texts } = usePage()
  const { step } = useDesk()
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    // The button that was pressed is gone, or could not hold the focus while the order was sent.
    if (step.name === 'unsent' && document.activeElement === document.body) button.current?.focus()
  }, [step.name])

  if (step.name === 'checking') {
    return (
      <div className="standing" role="status">
        <p className="strong">
          <span className="spinner" aria-hidden="true" />
          {texts.checkingTitle}
        </p>
        <p>{texts.checkingHint}</p>
      </div>
    )
  }
  if (step.name !== 'unsent' && step.name !== 'finishing') return null

  const { order } = step
  async function sendAgain() {
    const { sendPaidOrder } = await import('../checkout/send-paid-order')
    await sendPaidOrder(desk, order, { kind: 'thanks', uah: order.uah })
  }

  return (
    <div className="standing" role="status">
      <p className="strong">{texts.unsentTitle(order.uah)}</p>
      <p>{texts.unsentHint}</p>
      <button
        ref={button}
        type="button"
        className="primary"
        disabled={step.name === 'finishing'}
        onClick={sendAgain}
      >
        <ButtonWords>{step.name === 'finishing' ? texts.sending : texts.sendAgain}</ButtonWords>
      </button>
    </div>
  )
}
