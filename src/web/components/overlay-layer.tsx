import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useCheckout } from '../checkout/checkout-context'
import { ResultDialog } from './result-dialog'
import { Toaster } from './toaster'

/**
 * A dialog and, below it, a toast, laid over the part of the page that the visitor sees: a host
 * page's own header is at the top of it, so the toast stands at the bottom.
 */
export function OverlayLayer() {
  const { state } = useCheckout()
  const { dialog, toast } = state
  // Found anew as the dialog closes: the page is shorter then, and the toast moves up with it.
  const opening = dialog ? dialog.kind : toast?.open && toast.id
  const seen = useVisiblePart(opening)
  useHeldPage(opening, dialog !== undefined)

  return (
    <div
      className="overlay"
      ref={opening ? growPageUnder : undefined}
      style={opening && seen ? placeOver(seen.part, dialog ? 0 : toastRoom) : undefined}
    >
      <Toaster shown={seen !== undefined} />
      {/* After the toast, so that Escape is the dialog's first. */}
      {dialog && seen?.opening === opening && <ResultDialog dialog={dialog} />}
    </div>
  )
}

/** Where the page ends in view a toast stands below it, and not over the button, in CSS pixels. */
const toastRoom = 120

function placeOver({ top, height, isEnd }: VisiblePart, room: number) {
  return { top, minHeight: isEnd ? height + room : height }
}

/**
 * A stored order leaves a short empty form: the page keeps its height until the dialog closes.
 * It grows under whatever is opened, and no longer.
 */
function useHeldPage(opening: Opening, isDialog: boolean) {
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
    if (!page || !opening) return
    if (isDialog) holdPage(page, lastHeight.current)
    return () => {
      page.style.removeProperty('min-height')
    }
  }, [opening, isDialog])
}

type Opening = string | number | false | undefined

/** The part of the page that is on the visitor's screen, in CSS pixels from the page's top. */
interface VisiblePart {
  top: number
  height: number
  /** The page's end is in it. */
  isEnd: boolean
}

/**
 * What is seen as this opens, found once: a dialog does not wander while it is read. Also inside a
 * tall frame that the embedding page scrolls: an intersection is clipped by every window around,
 * even another site's.
 */
function useVisiblePart(opening: Opening) {
  const [seen, setSeen] = useState<{ opening: Opening; part: VisiblePart }>()
  useEffect(() => {
    const page = document.getElementById('page')
    if (!page || !opening) return
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry) return
      observer.disconnect()
      const { isIntersecting, intersectionRect, boundingClientRect } = entry
      const { top, bottom, height } = isIntersecting ? intersectionRect : boundingClientRect
      const part = {
        top: Math.round(top + window.scrollY),
        height: Math.round(height),
        isEnd: bottom >= boundingClientRect.bottom - 1,
      }
      setSeen({ opening, part })
    })
    observer.observe(page)
    return () => observer.disconnect()
  }, [opening])
  return seen
}

/**
 * Keeps the page at least so tall (CSS pixels), so that a dialog over it stays where it opened
 * and is not cut off by the frame. Never lowers what is already held.
 */
function holdPage(page: HTMLElement, height: number): void {
  const held = Number.parseFloat(page.style.minHeight) || 0
  if (height > held) page.style.minHeight = `${Math.ceil(height)}px`
}

/** For use as a ref: the page reaches below the layer while something is open in it. */
function growPageUnder(layer: HTMLElement | null): (() => void) | undefined {
  const page = document.getElementById('page')
  if (!layer || !page) return undefined
  const resized = new ResizeObserver(() => {
    holdPage(page, layer.getBoundingClientRect().bottom + window.scrollY)
  })
  resized.observe(layer)
  return () => resized.disconnect()
}
