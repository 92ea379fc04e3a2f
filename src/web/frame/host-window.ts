import type { CheckoutStore } from '../checkout/store'

/**
 * What the page tells the window that embeds it. `height`: whole CSS pixels of the content.
 * `ordered` says that an order was stored, and nothing of whose it is.
 */
type FrameMessage =
  | { type: 'IFRAME_HEIGHT'; height: number }
  | { type: 'svichka:ready' }
  | { type: 'svichka:ordered'; donated: boolean }

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

/** Repeats the height for a host that asks, because it listens only now. */
export function answerHost(tellHeight: () => void): void {
  window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source === window.parent && Object(data).type === 'svichka:height') tellHeight()
  })
}

/** Tells the embedding page of every order that was stored, without a word of what is in it. */
export function tellOrders(store: CheckoutStore): void {
  let { dialog } = store.getState()
  store.subscribe(() => {
    const before = dialog
    dialog = store.getState().dialog
    if (!dialog || dialog === before || dialog.kind === 'payment-failed') return
    // It was paid, and whom it was for is lost: the visitor is asked to order again.
    if (dialog.kind === 'resumed' && dialog.isLost) return
    tellHost({ type: 'svichka:ordered', donated: dialog.uah !== undefined })
  })
}
