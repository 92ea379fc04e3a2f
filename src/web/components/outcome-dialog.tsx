import * as Dialog from '@radix-ui/react-dialog'
import { useLayoutEffect } from 'react'
import type { Outcome } from '../checkout/desk-state'
import type { VisiblePart } from './find-visible-part'
import { growPageUnder } from './hold-page'
import { usePage } from './page-context'
import { wordOutcome } from './word-outcome'

interface OutcomeDialogProps {
  outcome: Exclude<Outcome, { kind: 'none' }>
  part: VisiblePart
}

/** The success popup and the payment-result dialog: one shape, different words. */
export function OutcomeDialog({ outcome, part }: OutcomeDialogProps) {
  const { desk, language, texts } = usePage()
  const words = wordOutcome(outcome, language, texts)

  useLayoutEffect(closeFormBehind, [])

  function close() {
    desk.tell({ type: 'outcome-closed' })
  }

  return (
    // Not modal: a modal one would keep the toast, which comes beside it, out of reach.
    <Dialog.Root open modal={false} onOpenChange={open => open || close()}>
      <Dialog.Portal>
        <div className="backdrop" />
        <div className="overlay" style={{ top: part.top, minHeight: part.height }}>
          <Dialog.Content
            ref={growPageUnder}
            className={`dialog ${words.good ? 'good' : 'bad'}`}
            onCloseAutoFocus={returnFocus}
            onInteractOutside={event => event.preventDefault()}
          >
            <span className="dialog-sign" aria-hidden="true">
              {words.good ? '✓' : '!'}
            </span>
            <Dialog.Title>{words.title}</Dialog.Title>
            <Dialog.Description>{words.message}</Dialog.Description>
            {words.extra && <p>{words.extra}</p>}
            <button type="button" name="close" className="primary" onClick={close}>
              {outcome.kind === 'thanks' ? texts.ok : texts.close}
            </button>
          </Dialog.Content>
        </div>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** The form can neither be pressed nor reached by keys while the dialog is open. */
function closeFormBehind() {
  const form = document.querySelector('main')
  form?.toggleAttribute('inert', true)
  return () => {
    form?.toggleAttribute('inert', false)
  }
}

/** Back to what the visitor may want to do next; the pressed button may be gone with its sheet. */
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
