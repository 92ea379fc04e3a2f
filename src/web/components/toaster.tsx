import * as RadixToast from '@radix-ui/react-toast'
import { useCheckout } from '../checkout/checkout-context'
import { toastMessage } from '../checkout/plain-messages'
import type { CheckoutStore } from '../checkout/store'

/** How long a toast stays, in ms. */
const toastDuration = 5000
/** How long a dismissed toast is remembered, in ms. */
const toastRemovalDelay = 1_000_000
const hotkey = ['F8']
const swipeThreshold = 50

/** `shown`: the place for the toast is known. */
export function Toaster({ shown }: { shown: boolean }) {
  const { store, state, messages } = useCheckout()
  const { toast } = state
  const good = toast?.content.kind === 'order-submitted'

  return (
    <RadixToast.Provider
      duration={toastDuration}
      swipeDirection="right"
      swipeThreshold={swipeThreshold}
      label={messages.notifications}
    >
      {shown && toast && (
        <RadixToast.Root
          key={toast.id}
          className={good ? 'toast' : 'toast bad'}
          open={toast.open}
          onOpenChange={open => open || dismissToast(store, toast.id)}
        >
          <RadixToast.Title className="strong">
            {good ? messages.orderSubmitted : messages.error}
            {/* Else the two are read out as one word. */}
            <span className="for-readers">. </span>
          </RadixToast.Title>
          <RadixToast.Description>{toastMessage(toast.content, messages)}</RadixToast.Description>
          <RadixToast.Close className="toast-close" aria-label={messages.close}>
            <span aria-hidden="true">×</span>
          </RadixToast.Close>
        </RadixToast.Root>
      )}
      <RadixToast.Viewport
        className="toasts"
        hotkey={hotkey}
        label={`${messages.notifications} ({hotkey})`}
      />
    </RadixToast.Provider>
  )
}

/** Closes a toast at once, and forgets it later. */
export function dismissToast(store: CheckoutStore, id: number): void {
  store.dispatch({ type: 'toast-dismissed', id })
  setTimeout(() => store.dispatch({ type: 'toast-removed', id }), toastRemovalDelay)
}
