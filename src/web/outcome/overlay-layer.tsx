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
    const page = document.getElementById('page')
    if (page) return watchVisiblePart(page, setPart)
  }, [])

  return (
    <>
      {part && outcome.kind !== 'none' && <OutcomeDialog outcome={outcome} part={part} />}
      <ToastRegion part={part} />
    </>
  )
}
