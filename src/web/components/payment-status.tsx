import type { ReactNode } from 'react'
import { cutExcess } from '../../shared/cut-text'
import { useCheckout } from '../checkout/store'
import { lateMessages } from '../locales/late-messages'
import { OrderNote } from './order-note'

/**
 * Shows what is known of a payment that is being checked, and the words that were paid for, because the
 * fields are free for another candle. While nothing is known it shows `children`.
 */
export function CheckedPayment({ children }: { children: ReactNode }) {
  const { state, temple } = useCheckout()
  const { payment, language } = state
  const late = lateMessages[language]
  if (payment.kind !== 'checking') return null
  const { donation, isPaid } = payment
  return (
    <>
      {isPaid && donation ? (
        <>
          <p className="strong">
            <span className="spinner" aria-hidden="true" />
            {donation.hasWordsStored ? late.paidWithWords(donation.uah) : late.paid(donation.uah)}
          </p>
          <p>{late.payNoMore}</p>
        </>
      ) : (
        children
      )}
      {temple?.contact && (
        <p>
          {late.askHere}:{' '}
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server escapes what it puts there */}
          <span dangerouslySetInnerHTML={{ __html: temple.contact }} />
        </p>
      )}
      {donation?.words && (
        <div className="paid-for">
          <OrderNote
            name={cutExcess(donation.words.name)}
            purpose={cutExcess(donation.words.purpose)}
          />
        </div>
      )}
    </>
  )
}
