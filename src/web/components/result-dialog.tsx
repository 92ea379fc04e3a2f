import { useEffect, useLayoutEffect, useRef } from 'react'
import { toMailAddress } from '../../shared/email-address'
import { isFilled } from '../../shared/plain-text'
import { describePaymentError } from '../card-errors/translate-card-error'
import type { DialogContent, Missing } from '../checkout/state'
import { useCheckout } from '../checkout/store'
import { showInHost } from '../frame/in-sight'
import { type LateMessages, lateMessages } from '../locales/late-messages'
import { Candle } from './candle'

type GoodNews = Exclude<DialogContent, { kind: 'payment-failed' }>

/** The success popup and the payment-result dialog: one shape, different texts. */
export function ResultDialog({ dialog }: { dialog: DialogContent }) {
  const { store, state, messages } = useCheckout()
  const late = lateMessages[state.language]
  const element = useRef<HTMLDialogElement>(null)
  const nextFocus = useRef<string[]>(undefined)
  const isError = dialog.kind === 'payment-failed'

  useLayoutEffect(() => {
    const opened = element.current
    const card = document.querySelector('main')
    if (!opened || !card) return
    // Not modal, so that the toast stays in reach; the form is inert instead.
    opened.show()
    showInHost(opened.getBoundingClientRect())
    card.inert = true
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      store.dispatch({ type: 'dialog-closed' })
    }
    window.addEventListener('keydown', closeOnEscape, { capture: true })
    return () => {
      window.removeEventListener('keydown', closeOnEscape, { capture: true })
      card.inert = false
      if (isError) return
      card.scrollIntoView({ block: 'start' })
      showInHost(card.getBoundingClientRect())
    }
  }, [store, isError])

  // After the commit: React gives the focus back to what had it before, such as the toasts.
  useEffect(() => () => focusFirst(nextFocus.current ?? (isError ? afterError : ['h1'])), [isError])

  function close(focus?: string[]) {
    nextFocus.current = focus
    store.dispatch({ type: 'dialog-closed' })
  }

  return (
    <dialog
      ref={element}
      className="dialog"
      aria-labelledby="dialog-title"
      aria-describedby="dialog-text"
    >
      {isError ? (
        <span className="dialog-sign" aria-hidden="true">
          !
        </span>
      ) : (
        <Candle />
      )}
      <h2 id="dialog-title">{isError ? late.error : titleOf(dialog, late)}</h2>
      <div id="dialog-text">{isError ? <Failure {...dialog} /> : <Thanks news={dialog} />}</div>
      <button type="button" name="close" className="primary" onClick={() => close()}>
        {dialog.kind === 'thanks' ? late.ok : late.close}
      </button>
      {!isError && (
        <button type="button" className="plain" onClick={() => close(['#forWhom', 'h1'])}>
          {findMissing(dialog) ? messages.order : late.anotherCandle}
        </button>
      )}
    </dialog>
  )
}

function titleOf(news: GoodNews, messages: LateMessages): string {
  if (news.kind === 'resumed') return messages.paymentSuccess
  return news.uah === undefined ? messages.done : messages.thanks
}

/** Reads the order back, as a note handed in at a church. */
function Thanks({ news }: { news: GoodNews }) {
  const { state } = useCheckout()
  const messages = lateMessages[state.language]
  const { name = '', purpose = '', email } = news.candle ?? {}
  const hasPhoto = news.uah !== undefined && toMailAddress(email ?? '') !== null
  return (
    <>
      {news.uah !== undefined && <p>{donationMessage(news, news.uah, messages)}</p>}
      {isFilled(name) && (
        <div className="church-note">
          {isFilled(purpose) && <p className="hint">{purpose}</p>}
          <p className="names">{name}</p>
        </div>
      )}
      {/* Without a name or a purpose nothing is promised. */}
      {!findMissing(news) && (
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
  const missing = findMissing(news)
  if (missing === 'order') return messages.paymentNameless(uah)
  if (missing === 'name') return messages.donationNameless(uah)
  if (missing === 'purpose') return messages.donationPurposeless(uah)
  return news.kind === 'thanks' ? messages.donationThanks(uah) : messages.paymentReceived(uah)
}

/** What a donation arrived without. */
function findMissing(news: GoodNews): Missing | undefined {
  if (!news.candle) return 'missing' in news ? news.missing : undefined
  if (!isFilled(news.candle.name)) return 'name'
  return isFilled(news.candle.purpose) ? undefined : 'purpose'
}

function Failure({ error }: Extract<DialogContent, { kind: 'payment-failed' }>) {
  const { state } = useCheckout()
  const [message, extra] = describePaymentError(error, state)
  return (
    <>
      <p>{message}</p>
      {extra && <p className="strong">{extra}</p>}
    </>
  )
}

const afterError = [
  'button[name="pay"]:enabled',
  '.amounts :enabled:checked',
  '.amounts :enabled',
  'h1',
]

function focusFirst(selectors: string[]) {
  for (const selector of selectors) {
    const found = document.querySelector<HTMLElement>(selector)
    if (found) return found.focus()
  }
}
