import * as RadixToast from '@radix-ui/react-toast'
import { type CSSProperties, useRef } from 'react'
import { minuteMs } from '../../shared/durations'
import { dispatch } from '../checkout/reducer'
import type { OrderFailed, ToastContent } from '../checkout/state'
import { type CheckoutStore, useCheckout } from '../checkout/store'
import { type CheckoutMessages, checkoutMessages } from '../locales/checkout-messages'
import type { Messages } from '../locales/messages'

/** A toast stays so long, ms. */
const toastDurationMs = 5000
/** A dismissed toast is removed after this time, ms. */
const toastRemovalDelayMs = 1_000_000

interface ToasterProps {
  /** True once its place is known. */
  shown: boolean
  /** The toast's place beside a dialog. */
  place: CSSProperties | undefined
}

export function Toaster({ shown, place }: ToasterProps) {
  const { store, state, messages } = useCheckout()
  const { toast } = state
  const texts = checkoutMessages[state.language]
  const focusedBefore = useRef<EventTarget>(null)

  function close(id: number) {
    dismissToast(store, id)
    // The focus must not stay in an empty list.
    for (const next of [focusedBefore.current, document.querySelector('#page h1')])
      if (isInToasts(document.activeElement) && next instanceof HTMLElement) next.focus()
  }

  return (
    <RadixToast.Provider duration={toastDurationMs} label={texts.notifications}>
      {shown && toast && (
        <RadixToast.Root
          key={toast.id}
          // Good news does not interrupt, because the dialog that has the focus says the same.
          type={toast.content.kind === 'order-submitted' ? 'background' : 'foreground'}
          className={toast.content.kind === 'order-submitted' ? 'toast' : 'toast bad'}
          open={toast.open}
          onOpenChange={open => open || close(toast.id)}
        >
          <RadixToast.Title className="strong">
            {toast.content.kind === 'order-submitted' ? texts.orderSubmitted : texts.error}
            {/* Without this dot a screen reader would read both texts as one word. */}
            <span className="visually-hidden">. </span>
          </RadixToast.Title>
          <RadixToast.Description>
            {describeToast(toast.content, messages, texts)}
          </RadixToast.Description>
          <RadixToast.Close className="toast-close" aria-label={texts.close}>
            <span aria-hidden="true">×</span>
          </RadixToast.Close>
        </RadixToast.Root>
      )}
      <RadixToast.Viewport
        className="toasts"
        style={place}
        label={`${texts.notifications} ({hotkey})`}
        onFocus={({ relatedTarget }) => {
          if (!isInToasts(relatedTarget)) focusedBefore.current = relatedTarget
        }}
      />
    </RadixToast.Provider>
  )
}

function isInToasts(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.toasts') !== null
}

function describeToast(content: ToastContent, messages: Messages, texts: CheckoutMessages): string {
  if (content.kind === 'order-failed')
    return content.waitMs
      ? texts.orderTooOften(Math.ceil(content.waitMs / minuteMs))
      : messages.orderFailed
  return content.userEmailSent ? texts.emailSent : texts.orderReceived
}

/** Shows in the form why an order failed, because the toast disappears soon. */
export function OrderFailure({ failure }: { failure: OrderFailed }) {
  const { state, messages } = useCheckout()
  const texts = checkoutMessages[state.language]
  // An offline device is no fault of the order.
  if (!navigator.onLine) return <p className="hint note">{texts.orderOffline}</p>
  return <p className="error">{describeToast(failure, messages, texts)}</p>
}

/** Closes a toast now and removes it later. */
export function dismissToast(store: CheckoutStore, id: number): void {
  dispatch(store, { type: 'toast-dismissed', id })
  setTimeout(() => dispatch(store, { type: 'toast-removed', id }), toastRemovalDelayMs)
}
