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
