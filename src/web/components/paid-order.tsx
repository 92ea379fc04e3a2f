import { useEffect, useRef } from 'react'
import { paymentIntentIdOf } from '../../shared/payment-intent'
import { isKept } from '../checkout/pending-storage'
import { sendPaidOrder } from '../checkout/send-order'
import type { Payment } from '../checkout/state'
import { useCheckout } from '../checkout/store'
import { showInHost } from '../frame/in-sight'
import { lateMessages } from '../locales/late-messages'

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
