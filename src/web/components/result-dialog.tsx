import * as Dialog from '@radix-ui/react-dialog'
import { useLayoutEffect } from 'react'
import { translateCardError } from '../card-errors/translate-card-error'
import type { DialogContent, Locale } from '../checkout/state'
import { useCheckout } from './checkout-context'
import { growPageUnder, type VisiblePart } from './page-height'
import { dialogMessage } from './plain-messages'

interface ResultDialogProps {
  dialog: DialogContent
  part: VisiblePart
}

/** The success popup and the payment-result dialog: one shape, different texts. */
export function ResultDialog({ dialog, part }: ResultDialogProps) {
  const { store, state, messages } = useCheckout()
  const text = describeDialog(dialog, state.locale)

  useLayoutEffect(closeFormBehind, [])

  function close() {
    store.dispatch({ type: 'dialog-closed' })
  }

  return (
    // Not modal: a modal one would keep the toast, which comes beside it, out of reach.
    <Dialog.Root open modal={false} onOpenChange={open => open || close()}>
      <Dialog.Portal>
        <div className="backdrop" />
        <div className="overlay" style={{ top: part.top, minHeight: part.height }}>
          <Dialog.Content
            ref={growPageUnder}
            className={`dialog ${text.good ? 'good' : 'bad'}`}
            onCloseAutoFocus={returnFocus}
            onInteractOutside={event => event.preventDefault()}
          >
            <span className="dialog-sign" aria-hidden="true">
              {text.good ? '✓' : '!'}
            </span>
            <Dialog.Title>{text.title}</Dialog.Title>
            <Dialog.Description>{text.message}</Dialog.Description>
            {text.extra && <p>{text.extra}</p>}
            <button type="button" name="close" className="primary" onClick={close}>
              {dialog.kind === 'thanks' ? messages.ok : messages.close}
            </button>
          </Dialog.Content>
        </div>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface DialogText {
  good: boolean
  title: string
  message: string
  extra?: string
}

/** The texts of a dialog in the page's language. */
export function describeDialog(dialog: DialogContent, { language, messages }: Locale): DialogText {
  const message = dialogMessage(dialog, messages)
  switch (dialog.kind) {
    case 'thanks': {
      const title = dialog.uah === undefined ? messages.done : messages.thanks
      return { good: true, title, message }
    }
    case 'resumed':
      return { good: true, title: messages.paymentSuccess, message, extra: messages.willBeLit }
    case 'payment-failed': {
      const { error } = dialog
      const translated = error.kind === 'refused' ? translateCardError(error, language) : undefined
      return { good: false, title: messages.error, message: translated ?? message }
    }
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
  const next = ['button[name="pay"]:enabled', '.amounts :enabled[name="amount"]', 'h1']
  const isFailure = document.querySelector('input[name="donationEnabled"]:checked') !== null
  const targets = isFailure ? next : ['h1']
  for (const target of targets) {
    const found = document.querySelector<HTMLElement>(target)
    if (found) return found.focus()
  }
}
