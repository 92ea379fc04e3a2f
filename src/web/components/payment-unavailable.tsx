import type { CardPayments } from '../checkout/card-payments'
import { switchDonation } from './choose-amount'
import { usePage } from './page-context'

/** No card can be taken: says so, offers to try again, and shows that the free order is open. */
export function PaymentUnavailable({
  cards,
}: {
  cards: Extract<CardPayments, { kind: 'unavailable' }>
}) {
  const { desk, texts } = usePage()
  return (
    <div className="payment-area unavailable" role="status">
      <p className="strong">{texts.paymentUnavailable}</p>
      <p>{texts.paymentUnavailableHint}</p>
      <div className="choices">
        <button type="button" className="quiet" disabled={cards.trying} onClick={cards.tryAgain}>
          {cards.trying ? texts.trying : texts.tryAgain}
        </button>
        <button type="button" className="quiet" onClick={() => switchDonation(desk, false)}>
          {texts.orderWithoutDonation}
        </button>
      </div>
    </div>
  )
}
