import type { ReactNode } from 'react'
import { cutExcess } from '../../shared/cut-text'
import { useCheckout } from '../checkout/store'
import { checkoutMessages } from '../locales/checkout-messages'
import { OrderNote } from './order-note'

/**
 * Shows what is known of a payment that is being checked, and the words that were paid for, because the
 * fields are free for another candle. While nothing is known it shows `children`.
 */
export function CheckedPayment({ children }: { children: ReactNode }) {
  const { state, temple } = useCheckout()
  const { payment, language } = state
  const texts = checkoutMessages[language]
  if (payment.kind !== 'checking') return null
  const { donation, isPaid } = payment
  return (
    <>
      {isPaid && donation ? (
        <>
          <p className="strong">
            <span className="spinner" aria-hidden="true" />
            {donation.hasWordsStored ? texts.paidWithWords(donation.uah) : texts.paid(donation.uah)}
          </p>
          <p>{texts.payNoMore}</p>
        </>
      ) : (
        children
      )}
      {temple?.contact && (
        <p>
          {texts.askHere}:{' '}
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
