import { useEffect, useState } from 'react'
import { useDesk } from '../page/page-context'
import { OutcomeDialog } from './outcome-dialog'
import { ToastRegion } from './toast-region'
import { type VisiblePart, watchVisiblePart } from './watch-visible-part'

/** Dialogs and toasts, laid over the part of the page that the visitor sees. */
export function OverlayLayer() {
  const { outcome } = useDesk()
  const [part, setPart] = useState<VisiblePart>()

  useEffect(() => {
    // The card and not the page: the page grows under a tall dialog.
    const card = document.querySelector('.card')
    if (card) return watchVisiblePart(card, setPart)
  }, [])

  return (
    <>
      {part && outcome.kind !== 'none' && <OutcomeDialog outcome={outcome} part={part} />}
      <ToastRegion part={part} />
    </>
  )
}
