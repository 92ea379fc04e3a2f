/** The part of the page that is on the visitor's screen, in CSS pixels from the page's top. */
export interface VisiblePart {
  top: number
  height: number
}

/**
 * Tells which part of the card can be seen, also inside a tall frame that the embedding page
 * scrolls: an intersection is clipped by every window around, even another site's.
 * Told once at first, and again when the card changes its height.
 */
export function watchVisiblePart(card: Element, tell: (part: VisiblePart) => void): () => void {
  let look: IntersectionObserver | undefined

  function lookAgain() {
    look?.disconnect()
    look = new IntersectionObserver(([entry]) => {
      if (!entry) return
      const seen = entry.isIntersecting ? entry.intersectionRect : entry.boundingClientRect
      tell({ top: Math.round(seen.top + window.scrollY), height: Math.round(seen.height) })
      look?.disconnect()
    })
    look.observe(card)
  }

  const resized = new ResizeObserver(lookAgain)
  resized.observe(card)
  return () => {
    resized.disconnect()
    look?.disconnect()
  }
}
