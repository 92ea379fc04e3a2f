import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useCheckout } from './checkout-context'
import { findVisiblePart, holdPage, releasePage, type VisiblePart } from './page-height'
import { ResultDialog } from './result-dialog'
import { Toaster } from './toaster'

/** Dialogs and toasts, laid over the part of the page that the visitor sees as they open. */
export function OverlayLayer() {
  const { state } = useCheckout()
  const { dialog, toast } = state
  useHeldPage(dialog !== undefined)
  const dialogPart = useVisiblePart(dialog?.kind)
  const toastPart = useVisiblePart(toast?.id)

  return (
    <>
      {dialogPart && dialog && <ResultDialog dialog={dialog} part={dialogPart} />}
      <Toaster part={toastPart} />
    </>
  )
}

/** A stored order leaves a short empty form: the page keeps its height until the dialog closes. */
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
