import { useEffect, useRef } from 'react'
import { usePage } from '../page/page-context'
import { useCardPayments } from '../payment-area/card-payments'
import { listPendingOrders } from './pending-orders'
import { scrubAddress } from './scrub-address'

/** Takes up, once, what an earlier life of this page left unfinished. Shows nothing itself. */
export function ResumePending() {
  const { desk } = usePage()
  const cards = useCardPayments()
  const resumed = useRef(false)
  const stripe = cards.kind === 'ready' ? cards.stripe : undefined

  useEffect(scrubAddress, [])

  useEffect(() => {
    if (!stripe || resumed.current) return
    resumed.current = true
    const orders = listPendingOrders()
    if (orders.length === 0) return
    import('../payment/resume-orders').then(
      ({ resumeOrders }) => resumeOrders(desk, stripe, orders),
      reportError,
    )
  }, [stripe, desk])

  return null
}
