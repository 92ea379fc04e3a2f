import { useEffect } from 'react'
import { notifyHost } from './host-window'

/** A part of the page, in CSS pixels from the top of the frame's window. */
interface Span {
  top: number
  bottom: number
}

/**
 * Safari never lets a cross-origin frame scroll its parent, so this asks the parent's script. It adds
 * `scrollY`, because the page may be scrolled itself until the frame has grown to its full height.
 */
export function showInHost({ top, bottom }: Span): void {
  const { scrollY } = window
  const [start, end] = [Math.floor(top + scrollY), Math.ceil(bottom + scrollY)]
  notifyHost({ type: 'svichka:show', top: start, bottom: end })
}

/**
 * Shows what gets the focus. A control that was tapped is in sight already, and must not move under a
 * finger.
 */
export function useFocusInSight(): void {
  useEffect(() => {
    const listening = new AbortController()
    const options = { capture: true, signal: listening.signal }
    let isPointerDown = false
    const end = () => {
      isPointerDown = false
    }
    document.addEventListener('pointerdown', () => (isPointerDown = true), options)
    for (const type of ['click', 'pointercancel', 'keydown'])
      document.addEventListener(type, end, options)
    const follow = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || isPointerDown) return
      // The provider's window is as tall as the page, so it is not shown.
      if (target.closest('#page')) showInHost(withMargin(target))
    }
    document.addEventListener('focusin', follow, options)
    return () => listening.abort()
  }, [])
}

/** Adds the margin with which a browser scrolls to an element. Across sites Firefox leaves it out. */
function withMargin(element: Element): Span {
  const { top, bottom } = element.getBoundingClientRect()
  const { scrollMarginTop, scrollMarginBottom } = getComputedStyle(element)
  return {
    top: top - Number.parseFloat(scrollMarginTop),
    bottom: bottom + Number.parseFloat(scrollMarginBottom),
  }
}

/**
 * Reads what the visitor sees of an element. An intersection is clipped even by the windows of other
 * sites.
 */
export function readVisiblePart(element: Element): Promise<DOMRectReadOnly> {
  return new Promise(resolve => {
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry) return
      observer.disconnect()
      resolve(entry.isIntersecting ? entry.intersectionRect : entry.boundingClientRect)
    })
    observer.observe(element)
  })
}
