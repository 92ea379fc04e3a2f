import { useEffect, useRef } from 'react'
import { useCardPayments } from '../components/card-payments-context'
import { usePage } from '../components/page-context'
import { resumeOrders } from './resume-orders'
import { takeReturnedSecret } from './returned-secret'

/** Takes up, once, what an earlier life of this page left unfinished. Shows nothing itself. */
export function ResumePending() {
  const { desk, switchLanguage } = usePage()
  const cards = useCardPayments()
  const returned = useRef<string | undefined>(undefined)
  const resumed = useRef(false)
  const stripe = cards.kind === 'ready' ? cards.stripe : undefined

  useEffect(() => {
    returned.current ??= takeReturnedSecret()
  }, [])

  useEffect(() => {
    if (!stripe || resumed.current) return
    resumed.current = true
    resumeOrders({ desk, switchLanguage }, stripe, returned.current).catch(reportError)
  }, [stripe, desk, switchLanguage])

  return null
}
