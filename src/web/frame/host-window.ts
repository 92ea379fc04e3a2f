/**
 * The messages to the embedding window. They tell the height of the content in whole CSS pixels, a part
 * that should be in sight, in CSS pixels from the frame's top, and that an order was stored.
 */
type FrameMessage =
  | { type: 'IFRAME_HEIGHT'; height: number }
  | { type: 'svichka:show'; top: number; bottom: number }
  | { type: 'svichka:ordered'; donated: boolean }

/** Sends a message to any window, because any may embed the form and no message holds a secret. */
export function notifyHost(message: FrameMessage): void {
  window.parent.postMessage(message, '*')
}

/**
 * Sends the page's height in whole CSS pixels, at the start and after every change. It measures the
 * content and not the window, so a frame that follows the height cannot change it.
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
  // A host that begins to listen too late asks for the height.
  window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source === window.parent && asksForHeight(data) && posted >= 0) notify()
  })
}

function asksForHeight(data: unknown): boolean {
  return data instanceof Object && 'type' in data && data.type === 'svichka:height'
}
