/**
 * This is the host page's script. It listens to the forms that were pasted inside `<svichka-candle>`, gives
 * each frame the height of its content, and scrolls to the part that the form asks to show. It keeps no state
 * and looks for the frame anew at each message, because optimisers, consent banners and page builders write,
 * move and replace frames at any time.
 */

/** No form is taller, and a frame must not swallow its host page, CSS pixels. */
const maxHeight = 10_000

const findFrames = () => [...document.querySelectorAll<HTMLIFrameElement>('svichka-candle iframe')]

function follow({ source, origin, data }: MessageEvent<unknown>): void {
  const frame = findFrames().find(({ contentWindow }) => contentWindow === source)
  const element = frame?.closest('svichka-candle')
  if (!frame || !element || !isMessage(data)) return
  if (origin !== originOf(element.getAttribute('origin') ?? frame.src)) return
  const { type, ...detail } = data
  if (type === 'IFRAME_HEIGHT') resize(frame, detail)
  else if (type === 'svichka:show') show(frame, detail)
  else if (type === 'svichka:ordered')
    element.dispatchEvent(new CustomEvent(type, { bubbles: true, detail }))
}

function isMessage(data: unknown): data is { type: string } & Record<string, unknown> {
  return data instanceof Object && 'type' in data && typeof data.type === 'string'
}

function originOf(address: string): string | undefined {
  try {
    return new URL(address).origin
  } catch {
    return undefined
  }
}

/**
 * These are set one by one, because a strict host page forbids a style attribute. The scheme is `light`,
 * because a frame whose colour scheme differs from its page's is opaque.
 */
const frameStyle = {
  display: 'block',
  width: '100%',
  'color-scheme': 'light',
  background: 'transparent',
}
/** The frame has the height of its content, whatever the host's theme says. */
const box = {
  'box-sizing': 'content-box',
  'min-height': '0',
  'max-height': 'none',
  padding: '0',
  border: '0',
}

function resize(frame: HTMLIFrameElement, { height }: { height?: unknown }): void {
  if (!Number.isInteger(height) || Number(height) <= 0 || Number(height) > maxHeight) return
  for (const [name, value] of Object.entries(frameStyle)) frame.style.setProperty(name, value)
  for (const [name, value] of Object.entries({ ...box, height: `${height}px` }))
    frame.style.setProperty(name, value, 'important')
}

/**
 * Scrolls the page so that a part of the frame is in the window, because in Safari the frame cannot. The
 * part is given in CSS pixels from the frame's top. A mark in its place scrolls every container of the
 * frame.
 */
function show(
  frame: HTMLIFrameElement,
  { top, bottom }: { top?: unknown; bottom?: unknown },
): void {
  if (typeof top !== 'number' || typeof bottom !== 'number' || !(top < bottom)) return
  const mark = document.createElement('div')
  Object.assign(mark.style, { position: 'relative', width: '1px', height: `${bottom - top}px` })
  frame.after(mark)
  // A theme may have put a margin or gap between them.
  const distance = frame.getBoundingClientRect().top - mark.getBoundingClientRect().top
  mark.style.top = `${distance + top}px`
  const place = mark.getBoundingClientRect()
  const free = findFreeSpan()
  const isTall = place.height > free.bottom - free.top
  if (place.top < free.top || place.bottom > free.bottom)
    mark.scrollIntoView({ block: isTall ? 'start' : 'center' })
  mark.remove()
}

/** Finds the part of the window that fixed headers leave free, if the host's styles say so. */
function findFreeSpan(): { top: number; bottom: number } {
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement)
  return { top: toPixels(scrollPaddingTop), bottom: innerHeight - toPixels(scrollPaddingBottom) }
}

/** Reads a length in pixels, a percentage of the window's height, or `auto`. */
function toPixels(padding: string): number {
  const unit = padding.endsWith('%') ? innerHeight / 100 : 1
  return Number.parseFloat(padding) * unit || 0
}

/** A page with two forms, or one that Turbo restores, runs the script twice, but only one listens. */
const isListening = Symbol.for('svichka')
if (!Reflect.has(window, isListening)) {
  Reflect.set(window, isListening, true)
  addEventListener('message', follow)
}
// A form may have sent its height before this script ran.
for (const { contentWindow } of findFrames())
  contentWindow?.postMessage({ type: 'svichka:height' }, '*')
