/** The part of the page that is on the visitor's screen, in CSS pixels from the page's top. */
export interface VisiblePart {
  top: number
  height: number
}

/**
 * Finds the part of the page that can be seen, also inside a tall frame that the embedding page
 * scrolls: an intersection is clipped by every window around, even another site's.
 */
export function findVisiblePart(page: Element, found: (part: VisiblePart) => void): () => void {
  const observer = new IntersectionObserver(([entry]) => {
    if (!entry) return
    observer.disconnect()
    const seen = entry.isIntersecting ? entry.intersectionRect : entry.boundingClientRect
    found({ top: Math.round(seen.top + window.scrollY), height: Math.round(seen.height) })
  })
  observer.observe(page)
  return () => observer.disconnect()
}

/**
 * Keeps the page at least so tall (CSS pixels), so that a dialog over it stays where it opened
 * and is not cut off by the frame. Never lowers what is already held.
 */
export function holdPage(page: HTMLElement, height: number): void {
  const held = Number.parseFloat(page.style.minHeight) || 0
  if (height > held) page.style.minHeight = `${Math.ceil(height)}px`
}

export function releasePage(page: HTMLElement): void {
  page.style.removeProperty('min-height')
}

/** For use as a dialog's ref: the page reaches below the dialog while it is there. */
export function growPageUnder(dialog: HTMLElement | null): (() => void) | undefined {
  const page = document.getElementById('page')
  if (!dialog || !page) return undefined
  const resized = new ResizeObserver(() => {
    holdPage(page, dialog.getBoundingClientRect().bottom + window.scrollY + 12)
  })
  resized.observe(dialog)
  return () => resized.disconnect()
}
