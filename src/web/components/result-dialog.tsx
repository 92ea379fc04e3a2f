import * as Dialog from '@radix-ui/react-dialog'
import { useLayoutEffect } from 'react'
import { describePaymentError } from '../card-errors/translate-card-error'
import { useCheckout } from '../checkout/checkout-context'
import { dialogMessage } from '../checkout/plain-messages'
import type { CheckoutState, DialogContent } from '../checkout/state'
import { Candle } from './candle'

/** The success popup and the payment-result dialog: one shape, different texts. */
export function ResultDialog({ dialog }: { dialog: DialogContent }) {
  const { store, state, messages } = useCheckout()
  const text = describeDialog(dialog, state)

  useLayoutEffect(closeFormBehind, [])

  function close() {
    store.dispatch({ type: 'dialog-closed' })
  }

  return (
    // Not modal: a modal one would keep the toast, which comes beside it, out of reach.
    <Dialog.Root open modal={false} onOpenChange={open => open || close()}>
      <Dialog.Content
        className="dialog"
        onCloseAutoFocus={returnFocus}
        onInteractOutside={event => event.preventDefault()}
      >
        {text.good ? (
          <Candle lighting />
        ) : (
          <span className="dialog-sign" aria-hidden="true">
            !
          </span>
        )}
        <Dialog.Title>{text.title}</Dialog.Title>
        <Dialog.Description asChild>
          <div>
            <p>{text.message}</p>
            {text.extra && <p className="dialog-extra">{text.extra}</p>}
          </div>
        </Dialog.Description>
        <button type="button" name="close" className="primary" onClick={close}>
          {dialog.kind === 'thanks' ? messages.ok : messages.close}
        </button>
      </Dialog.Content>
    </Dialog.Root>
  )
}

/** The texts of a dialog in the page's language. */
export function describeDialog(
  dialog: DialogContent,
  state: Pick<CheckoutState, 'locale' | 'payment'>,
) {
  const { messages } = state.locale
  if (dialog.kind === 'payment-failed') {
    const [message = '', extra] = describePaymentError(dialog.error, state)
    return { good: false, title: messages.error, message, extra }
  }
  const ordered = dialog.uah === undefined ? messages.done : messages.thanks
  return {
    good: true,
    title: dialog.kind === 'resumed' ? messages.paymentSuccess : ordered,
    message: dialogMessage(dialog, messages),
    extra: dialog.forWhom && `${messages.forWhom}: ${dialog.forWhom}`,
  }
}

/** The form can neither be pressed nor reached by keys while the dialog is open. */
function closeFormBehind() {
  const form = document.querySelector('main')
  form?.toggleAttribute('inert', true)
  return () => {
    form?.toggleAttribute('inert', false)
  }
}

/** Back to what the visitor may want to do next; the pressed button may be gone with its form. */
function returnFocus(event: Event) {
  event.preventDefault()
  const next = [
    'button[name="pay"]:enabled',
    '.amounts :enabled:checked',
    '.amounts :enabled',
    'h1',
  ]
  const isFailure = document.querySelector('input[name="donationEnabled"]:checked') !== null
  const targets = isFailure ? next : ['h1']
  for (const target of targets) {
    const found = document.querySelector<HTMLElement>(target)
    if (found) return found.focus()
  }
}
