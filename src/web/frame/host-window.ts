/**
 * What the page sends the window that embeds it. `height`: whole CSS pixels of the content. `show`: a
 * part that should be in sight, in CSS pixels from the frame's top. `ordered`: an order was stored.
 */
type FrameMessage =
  | { type: 'IFRAME_HEIGHT'; height: number }
  | { type: 'svichka:show'; top: number; bottom: number }
  | { type: 'svichka:ordered'; donated: boolean }

/** Any window may embed the form, and no message holds a secret. */
export function notifyHost(message: FrameMessage): void {
  window.parent.postMessage(message, '*')
}

/**
 * Sends the embedding window the page's height, in whole CSS pixels, at the start and after every
 * change. Measures the content and not the window, so that a frame that follows cannot change it.
 */
export function notifyHeight(content: Element): void {
  let posted = -1
  const notify = () => notifyHost({ type: 'IFRAME_HEIGHT', height: posted })
  new ResizeObserver(() => {
    const height = Math.ceil(content.getBoundingClientRect().height)
    if (height === posted) return
    posted = height
    notify()
  }).observe(content)
  // A host that began to listen too late asks for the height.
  window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source === window.parent && asksForHeight(data) && posted >= 0) notify()
  })
}

function asksForHeight(data: unknown): boolean {
  return data instanceof Object && 'type' in data && data.type === 'svichka:height'
}
