import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { findVisiblePart, type VisiblePart } from './find-visible-part'
import { holdPage, releasePage } from './hold-page'
import { OutcomeDialog } from './outcome-dialog'
import { useDesk, usePage } from './page-context'
import { ToastRegion } from './toast-region'

/** Dialogs and toasts, laid over the part of the page that the visitor sees as they open. */
export function OverlayLayer() {
  const { desk } = usePage()
  const { outcome } = useDesk()
  const toast = useSyncExternalStore(desk.toasts.subscribe, desk.toasts.read, desk.toasts.read)
  const open = outcome.kind !== 'none'
  useHeldPage(open)
  const dialogPart = useVisiblePart(open ? outcome.kind : undefined)
  const toastPart = useVisiblePart(toast?.id)

  return (
    <>
      {dialogPart && open && <OutcomeDialog outcome={outcome} part={dialogPart} />}
      <ToastRegion part={toastPart} />
    </>
  )
}

/** A stored order leaves a short empty sheet: the page keeps its height until the dialog closes. */
function useHeldPage(open: boolean) {
  const lastHeight = useRef(0)

  useEffect(() => {
    const card = document.querySelector('.card')
    if (!card) return
    const resized = new ResizeObserver(() => {
      lastHeight.current = card.getBoundingClientRect().height
    })
    resized.observe(card)
    return () => resized.disconnect()
  }, [])

  useLayoutEffect(() => {
    const page = document.getElementById('page')
    if (!page || !open) return
    holdPage(page, lastHeight.current)
    return () => releasePage(page)
  }, [open])
}

type Opening = string | number | undefined

/** What is seen as this opens, found once: a dialog does not wander while it is read. */
function useVisiblePart(opening: Opening): VisiblePart | undefined {
  const [seen, setSeen] = useState<{ opening: Opening; part: VisiblePart }>()
  useEffect(() => {
    const page = document.getElementById('page')
    if (page && opening !== undefined) {
      return findVisiblePart(page, part => setSeen({ opening, part }))
    }
  }, [opening])
  return seen?.opening === opening ? seen?.part : undefined
}
