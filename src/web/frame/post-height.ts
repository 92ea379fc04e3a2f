import { type FrameMessage, frameMessageType } from '../../shared/frame-message'

/**
 * Tells the embedding window how tall the page is, in whole CSS pixels: once at first, then on
 * every change of layout, and never the same height twice in a row. The content is measured and
 * not the window, so that a frame that follows cannot make it change again.
 */
export function postHeightChanges(content: Element): void {
  let told = -1
  new ResizeObserver(() => {
    const height = Math.ceil(content.getBoundingClientRect().height)
    if (height === told) return
    told = height
    const message: FrameMessage = { type: frameMessageType, height }
    // Any window may embed the form, and a height is no secret.
    window.parent.postMessage(message, '*')
  }).observe(content)
}
