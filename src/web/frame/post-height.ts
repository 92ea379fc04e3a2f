import type { FrameMessage } from '../../shared/frame-message'

/** Any window may embed the form, and nothing that is said here is a secret. */
export function tellHost(message: FrameMessage): void {
  window.parent.postMessage(message, '*')
}

/**
 * Tells the embedding window how tall the page is, in whole CSS pixels: once at first, then on
 * every change of layout, and never the same height twice in a row. The content is measured and
 * not the window, so that a frame that follows cannot make it change again. The answer tells the
 * height once more, to a host that was not listening yet.
 */
export function postHeightChanges(content: Element): () => void {
  let posted = -1
  const tell = () => tellHost({ type: 'IFRAME_HEIGHT', height: posted })
  new ResizeObserver(() => {
    const height = Math.ceil(content.getBoundingClientRect().height)
    if (height === posted) return
    posted = height
    tell()
  }).observe(content)
  return () => posted >= 0 && tell()
}
