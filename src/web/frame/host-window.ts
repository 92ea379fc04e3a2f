import { isLanguage } from '../../shared/language'
import { isFrozen } from '../checkout/state'
import type { CheckoutStore } from '../checkout/store'
import { switchLanguage } from '../checkout/switch-language'

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

/** Does what the embedding page asks; `store` is missing on a page that has no form. */
export function followHost(tellHeight: () => void, store?: CheckoutStore): void {
  if (window.parent === window) return
  window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source !== window.parent) return
    const { type, language, theme }: Record<string, unknown> = Object(data)
    if (type === 'svichka:height') return tellHeight()
    if (type !== 'svichka:settings') return
    if (theme === 'light' || theme === 'dark')
      Object.assign(document.documentElement.dataset, { theme, asked: theme })
    if (isLanguage(language) && store && !isFrozen(store.getState()))
      switchLanguage(store, language).catch(reportError)
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
    if (dialog.kind === 'resumed' && dialog.isNameless) return
    tellHost({ type: 'svichka:ordered', donated: dialog.uah !== undefined })
  })
}
