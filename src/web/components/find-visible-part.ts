/** The part of the page that is on the visitor's screen, in CSS pixels from the page's top. */
export interface VisiblePart {
  top: number
  height: number
}

/**
 * Finds the part of the page that can be seen, also inside a tall frame that the embedding page
 * scrolls: an intersection is clipped by every window around, even another site's.
 */
export function findVisiblePart(page: Element, tell: (part: VisiblePart) => void): () => void {
  const look = new IntersectionObserver(([entry]) => {
    if (!entry) return
    look.disconnect()
    const seen = entry.isIntersecting ? entry.intersectionRect : entry.boundingClientRect
    tell({ top: Math.round(seen.top + window.scrollY), height: Math.round(seen.height) })
  })
  look.observe(page)
  return () => look.disconnect()
}
