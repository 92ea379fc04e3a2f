import * as Dialog from '@radix-ui/react-dialog'
import { useLayoutEffect, useRef } from 'react'
import type { Outcome } from '../desk/desk-state'
import { usePage } from '../page/page-context'
import type { VisiblePart } from './watch-visible-part'
import { wordOutcome } from './word-outcome'

interface OutcomeDialogProps {
  outcome: Exclude<Outcome, { kind: 'none' }>
  part: VisiblePart
}

/** The success popup and the payment-result dialog: one shape, different words. */
export function OutcomeDialog({ outcome, part }: OutcomeDialogProps) {
  const { desk, language, texts } = usePage()
  const words = wordOutcome(outcome, language, texts)
  const layer = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const box = layer.current?.querySelector('.dialog')
    const page = document.getElementById('page')
    if (!box || !page) return
    // A dialog taller than a short page would be cut off by the frame: the page grows under it.
    page.style.minHeight = `${Math.ceil(box.getBoundingClientRect().bottom + window.scrollY) + 12}px`
    return () => {
      page.style.removeProperty('min-height')
    }
  })

  function close() {
    desk.tell({ type: 'outcome-closed' })
  }

  return (
    <Dialog.Root open onOpenChange={open => open || close()}>
      <Dialog.Portal>
        <div className="backdrop" />
        <div ref={layer} className="overlay" style={{ top: part.top, minHeight: part.height }}>
          <Dialog.Content
            className={`dialog ${words.good ? 'good' : 'bad'}`}
            onCloseAutoFocus={returnFocus}
            onPointerDownOutside={event => event.preventDefault()}
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
