import { useEffect } from 'react'
import { notifyHost } from './host-window'

/** Where something is: CSS pixels from the top of the frame's window. */
interface Span {
  top: number
  bottom: number
}

/**
 * In Safari no frame of another site scrolls its host; the host's script does it. Until its frame is as
 * tall as the page the browser may have scrolled the page inside, and then no more.
 */
export function showInHost({ top, bottom }: Span): void {
  const { scrollY } = window
  const [start, end] = [Math.floor(top + scrollY), Math.ceil(bottom + scrollY)]
  notifyHost({ type: 'svichka:show', top: start, bottom: end })
}

/** Shows what gets the focus, except by a press: that is in sight, and must not move under a finger. */
export function useFocusInSight(): void {
  useEffect(() => {
    const listening = new AbortController()
    const options = { capture: true, signal: listening.signal }
    let isPressing = false
    const end = () => {
      isPressing = false
    }
    document.addEventListener('pointerdown', () => (isPressing = true), options)
    for (const type of ['click', 'pointercancel', 'keydown'])
      document.addEventListener(type, end, options)
    const follow = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || isPressing) return
      // Not the provider's window, which is as tall as the page.
      if (target.closest('#page')) showInHost(withMargin(target))
    }
    document.addEventListener('focusin', follow, options)
    return () => listening.abort()
  }, [])
}

/** As the browser scrolls to it; across sites Firefox leaves the margin out. */
function withMargin(element: Element): Span {
  const { top, bottom } = element.getBoundingClientRect()
  const { scrollMarginTop, scrollMarginBottom } = getComputedStyle(element)
  return {
    top: top - Number.parseFloat(scrollMarginTop),
    bottom: bottom + Number.parseFloat(scrollMarginBottom),
  }
}

/** What the visitor sees of it: an intersection is clipped by every window around, even another site's. */
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
