import { looksLikeEmail } from '../../shared/email-pattern'
import { isFilled } from '../../shared/plain-text'
import { useCheckout } from '../checkout/checkout-context'
import type { DialogContent } from '../checkout/state'
import { lateMessagesIn } from '../locales/late-messages-in'
import type { LateMessages } from '../locales/late-uk'

export type GoodNews = Exclude<DialogContent, { kind: 'payment-failed' }>

/** Reads the order back, as a note handed in at a church. */
export function Thanks({ news }: { news: GoodNews }) {
  const { state } = useCheckout()
  const messages = lateMessagesIn(state.locale.language)
  const { name = '', purpose = '', email } = news.candle ?? {}
  const hasPhoto = news.uah !== undefined && email && looksLikeEmail(email)
  return (
    <>
      {news.uah !== undefined && <p>{donationMessage(news, news.uah, messages)}</p>}
      {isFilled(name) && (
        <div className="church-note">
          <p className="hint">{purpose}</p>
          <p className="names">{name}</p>
        </div>
      )}
      {/* Nothing is promised where nobody is named. */}
      {!isNameless(news) && (
        <>
          <p>
            {messages.candleLit}
            {hasPhoto && ` ${messages.photoTo} ${email}.`}
          </p>
          <p className="hint">{messages.blessing}</p>
        </>
      )}
    </>
  )
}

function donationMessage(news: GoodNews, uah: number, messages: LateMessages): string {
  if (isNameless(news))
    return news.candle ? messages.donationNameless(uah) : messages.paymentNameless(uah)
  return news.kind === 'thanks' ? messages.donationThanks(uah) : messages.paymentReceived(uah)
}

/** A donation that arrived without saying for whom. */
export function isNameless(news: GoodNews): boolean {
  return news.candle ? !isFilled(news.candle.name) : 'isLost' in news && news.isLost === true
}
