/** ms; a hand that trembles, or a switch that bounces, presses again sooner than anybody means to. */
const bounceMs = 200
/** The second tap of a finger's double tap: ms after the first, and CSS pixels around it. */
const secondTap = { ms: 300, pixels: 30 }

/**
 * Makes one press one act: a key that is held, a second tap and a bouncing switch would go on pressing
 * wherever a dialog moves the focus or the page, which may be on Pay. A mouse's double click is counted by
 * the browser; a finger's is not in Safari and Android. Whoever wrote something in between meant both.
 * Returns a function that ends it.
 */
export function listenForRepeats(): () => void {
  let lastKey: { key: string; at: number } | undefined
  let lastTap: { x: number; y: number; at: number } | undefined
  let isMouse = false
  let isSecondTap = false

  function ignoreRepeatedKey(event: KeyboardEvent) {
    const { key, repeat, shiftKey, timeStamp: at, target } = event
    const isOnButton = target instanceof Element && target.matches('button, [type=checkbox]')
    const acts = (key === 'Enter' && !shiftKey) || (key === ' ' && isOnButton)
    const isBounce = lastKey?.key === key && at - lastKey.at < bounceMs
    lastKey = { key, at }
    if (acts && (repeat || isBounce)) stop(event)
  }

  function noteTap({ clientX: x, clientY: y, pointerType, timeStamp: at }: PointerEvent) {
    isMouse = pointerType === 'mouse'
    isSecondTap =
      lastTap !== undefined &&
      at - lastTap.at < secondTap.ms &&
      Math.hypot(x - lastTap.x, y - lastTap.y) < secondTap.pixels
    lastTap = { x, y, at }
  }

  /** A key's click has no `detail`. */
  function ignoreSecondTap(event: MouseEvent) {
    const isOnButton = event.target instanceof Element && event.target.closest('button, a')
    const isRepeated = isMouse ? event.detail > 1 : event.detail > 0 && isSecondTap
    if (isRepeated && isOnButton) stop(event)
  }

  /** Ours writes too, when a word of the purpose is pressed. */
  function forgetOnceWritten({ isTrusted }: Event) {
    if (!isTrusted) return
    lastKey = undefined
    lastTap = undefined
  }

  const ended = new AbortController()
  const options = { capture: true, signal: ended.signal }
  window.addEventListener('keydown', ignoreRepeatedKey, options)
  window.addEventListener('pointerdown', noteTap, options)
  window.addEventListener('click', ignoreSecondTap, options)
  window.addEventListener('input', forgetOnceWritten, options)
  return () => ended.abort()
}

function stop(event: Event) {
  event.preventDefault()
  event.stopPropagation()
}
