/**
 * A dialog that reaches below a short page would be cut off by the frame: while it is there, the
 * page is at least as tall. For use as the dialog's ref.
 */
export function growPageUnder(dialog: HTMLElement | null): (() => void) | undefined {
  const page = document.getElementById('page')
  if (!dialog || !page) return undefined
  const resized = new ResizeObserver(() => {
    const bottom = dialog.getBoundingClientRect().bottom + window.scrollY
    page.style.minHeight = `${Math.ceil(bottom) + 12}px`
  })
  resized.observe(dialog)
  return () => {
    resized.disconnect()
    page.style.removeProperty('min-height')
  }
}
