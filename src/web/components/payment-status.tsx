import type { ReactNode } from 'react'
import { cutExcess } from '../../shared/cut-text'
import { useCheckout } from '../checkout/store'
import { lateMessages } from '../locales/late-messages'
import { OrderNote } from './order-note'

/**
 * The payment that is being checked: what is known of it, and the words that were paid for, since the fields
 * are free for another candle. `children`: nothing is known yet.
 */
export function CheckedPayment({ children }: { children: ReactNode }) {
  const { state } = useCheckout()
  const { payment, language } = state
  const late = lateMessages[language]
  if (payment.kind !== 'checking' || !payment.donation) return children
  const { donation, isPaid } = payment
  const { uah, words, hasWordsStored } = donation
  return (
    <>
      {isPaid ? (
        <>
          <p className="strong">
            <span className="spinner" aria-hidden="true" />
            {hasWordsStored ? late.paidWithWords(uah) : late.paid(uah)}
          </p>
          <p>{late.payNoMore}</p>
        </>
      ) : (
        children
      )}
      {words && (
        <div className="paid-for">
          <OrderNote name={cutExcess(words.name)} purpose={cutExcess(words.purpose)} />
        </div>
      )}
    </>
  )
}
