import { useEffect, useLayoutEffect, useRef } from 'react'
import { findIntention } from '../../shared/intention'
import { toMailAddress } from '../../shared/mail-address'
import { isFilled } from '../../shared/plain-text'
import { describePaymentError } from '../card-errors/describe-payment-error'
import { forgetPayment } from '../checkout/pending-payment'
import { dispatch } from '../checkout/reducer'
import {
  type DialogContent,
  type GoodNews,
  isOutcomeUnclear,
  type Missing,
} from '../checkout/state'
import { type CheckoutStore, useCheckout } from '../checkout/store'
import { showInHost } from '../frame/keep-in-sight'
import { type CheckoutMessages, checkoutMessages } from '../locales/checkout-messages'
import { Candle } from './candle'
import { ignoreHeldEnter } from './controls'
import { DonationLink } from './donation-link'
import { MissingDetails } from './missing-details'
import { Blessing, OrderNote } from './order-note'
import { TempleText } from './temple-text'

interface ResultDialogProps {
  dialog: DialogContent
  /** The height of the part of the page that the visitor sees, CSS pixels. */
  seenHeight: number
}

/** The second tap of a double tap comes within this time, ms. It must click nothing in the form. */
const doubleTapMs = 300

/** The success popup and the payment-result dialog, which differ only in their texts. */
export function ResultDialog({ dialog, seenHeight }: ResultDialogProps) {
  const { store, state } = useCheckout()
  const texts = checkoutMessages[state.language]
  const element = useRef<HTMLDialogElement>(null)
  const nextFocus = useRef<string[]>(undefined)
  const isError = dialog.kind === 'payment-failed'

  useLayoutEffect(() => {
    const opened = element.current
    const card = document.querySelector<HTMLElement>('#page main')
    if (!opened || !card) return
    // A modal dialog would put the toast out of reach, so the form is made inert instead.
    opened.show()
    // If its first control is a field, a phone's keyboard would cover the thanks.
    if (opened.querySelector('form')) opened.focus()
    // Before Safari 15.5 and Chrome 102 browsers do not know `inert`, but the styles know the attribute.
    card.toggleAttribute('inert', true)
    card.classList.toggle('thanked', !isError)
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      closeShown(store)
    }
    window.addEventListener('keydown', closeOnEscape, { capture: true })
    return () => {
      window.removeEventListener('keydown', closeOnEscape, { capture: true })
      card.classList.remove('thanked')
    }
  }, [store, isError])

  // If the dialog is taller than the part that the visitor sees, show its beginning. The focus alone would
  // show its end.
  useEffect(() => {
    const opened = element.current
    if (!opened) return
    if (opened.offsetHeight > seenHeight) opened.scrollIntoView()
    showInHost(opened.getBoundingClientRect())
  }, [seenHeight])

  // Wait for the commit, in which React gives the focus back to an earlier control, such as the toasts,
  // and the card gets its own height again.
  useEffect(
    () => () => {
      const card = document.querySelector<HTMLElement>('#page main')
      if (!card) return
      setTimeout(() => {
        if (document.querySelector('.overlay dialog')) return
        card.removeAttribute('inert')
        focusFirst(nextFocus.current ?? (isError ? afterError : ['h1']))
      }, doubleTapMs)
      if (isError) return
      card.scrollIntoView({ block: 'start' })
      showInHost(card.getBoundingClientRect())
    },
    [isError],
  )

  // The clicked button is gone once a paid order is complete.
  const missing = isError ? undefined : dialog.missing
  useEffect(() => {
    if (!missing) element.current?.querySelector<HTMLElement>('[name="close"]')?.focus()
  }, [missing])

  function close(focus?: string[]) {
    nextFocus.current = focus
    closeShown(store)
  }

  return (
    <dialog
      ref={element}
      tabIndex={-1}
      className={isError ? 'dialog' : 'dialog thanks'}
      aria-labelledby="dialog-title"
      aria-describedby="dialog-donation dialog-text"
      onKeyDownCapture={ignoreHeldEnter}
    >
      {isError ? (
        <>
          <span className="dialog-sign" aria-hidden="true">
            !
          </span>
          <h2 id="dialog-title">{texts.error}</h2>
          <div id="dialog-text">
            <Failure {...dialog} />
          </div>
        </>
      ) : (
        <Thanks news={dialog} missing={missing} />
      )}
      {!isError && missing && isPaid(dialog) && <MissingDetails paid={dialog} missing={missing} />}
      <button
        type="button"
        name="close"
        className={missing ? 'plain' : 'primary'}
        onClick={() => close()}
      >
        {dialog.kind === 'thanks' ? texts.ok : texts.close}
      </button>
      {!isError && !missing && (
        <button type="button" className="plain" onClick={() => close(['#forWhom', 'h1'])}>
          {texts.anotherCandle}
        </button>
      )}
    </dialog>
  )
}

function isPaid(news: GoodNews): news is GoodNews & { uah: number; clientSecret: string } {
  return news.uah !== undefined && news.clientSecret !== undefined
}

/** Closes the dialog. A visitor who closes it is not asked again what the order lacks. */
function closeShown(store: CheckoutStore) {
  const [shown] = store.getState().dialogs
  const clientSecret = shown && 'clientSecret' in shown ? shown.clientSecret : undefined
  if (clientSecret) forgetPayment({ clientSecret })
  dispatch(store, { type: 'dialog-closed' })
}

interface ThanksProps {
  news: GoodNews
  missing: Missing | undefined
}

/** Thanks with a lit candle, and reads the order back as a note that is handed in at a church. */
function Thanks({ news, missing }: ThanksProps) {
  const { state, temple } = useCheckout()
  const texts = checkoutMessages[state.language]
  const { name = '', purpose = '', email } = news.summary ?? {}
  const { uah } = news
  const title = titleOf(news, texts)
  // Leave out the first step if the title says it already.
  const steps = [texts.done, texts.candleLit].filter(step => step !== title)
  if (uah !== undefined && toMailAddress(email ?? '')) steps.push(`${texts.photoTo} ${email}`)
  return (
    <>
      <div className="niche">
        <Candle />
        <p className="place">
          <TempleText name="place" />
        </p>
        <h2 id="dialog-title">{title}</h2>
        {uah !== undefined && (
          <p className="subtitle" id="dialog-donation">
            {news.kind === 'thanks' ? texts.donationThanks(uah) : texts.paymentReceived(uah)}
          </p>
        )}
      </div>
      <div id="dialog-text">
        {isFilled(name) && (
          <div className="church-note">
            <OrderNote name={name} purpose={purpose} />
          </div>
        )}
        {/* Nothing is promised while the name or the purpose is missing. */}
        {missing ? (
          <p className="strong">{unknown(missing, texts)}</p>
        ) : (
          <>
            <ol className={steps.length > 1 ? 'steps' : 'steps one'}>
              {steps.map(step => (
                <li key={step} className={step === texts.done ? 'done' : undefined}>
                  {step}
                </li>
              ))}
            </ol>
            <p className="hint">
              <TempleText name="note" />
            </p>
            <Blessing purpose={purpose} language={state.language} />
            <DonationLink href={temple?.link} language={state.language} />
          </>
        )}
      </div>
    </>
  )
}

/** Chooses the title. Nothing exclaims, because the visitor may mourn. */
function titleOf({ kind, uah, summary }: GoodNews, messages: CheckoutMessages): string {
  if (kind === 'resumed') return messages.paymentSuccess
  const isMourned = summary && findIntention(summary) === 'repose'
  return uah === undefined || isMourned ? messages.done : messages.thanks
}

function unknown(missing: Missing, messages: CheckoutMessages): string {
  if (missing === 'order') return messages.unknownOrder
  return missing === 'name' ? messages.unknownName : messages.unknownPurpose
}

function Failure({ error }: Extract<DialogContent, { kind: 'payment-failed' }>) {
  const { state } = useCheckout()
  const isUnclear = isOutcomeUnclear(state.payment)
  const { isCharged, cause } = describePaymentError(error, state.language, isUnclear)
  return (
    <>
      {isCharged && <p className="strong">{isCharged}</p>}
      <p>{cause}</p>
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
    const found = document.querySelector<HTMLElement>(`#page ${selector}`)
    if (found) return found.focus()
  }
}
