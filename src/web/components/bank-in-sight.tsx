import { type CSSProperties, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { minuteMs } from '../../shared/durations'
import { useCheckout } from '../checkout/store'
import { readVisiblePart, showInHost } from '../frame/keep-in-sight'
import { checkoutMessages } from '../locales/checkout-messages'
import { pause } from '../timing'

/** The bank's words and button need so much height in the middle of its window, CSS pixels. */
const bankHeight = 400
/** The host needs so long to scroll, ms. */
const scrollMs = 1000
/** After so long a window that shows nothing may be blocked, ms. */
const slowMs = minuteMs

/**
 * Keeps the bank's window in sight. It opens in the middle of the page, which may be out of sight in a
 * tall frame. So the page asks the host to show it, and a line says where it is if the host does not.
 * After a minute another line says what to do if the window is empty.
 */
export function BankInSight() {
  const { state } = useCheckout()
  const { bankAbove, bankBelow, bankSlow } = checkoutMessages[state.language]
  const [hint, setHint] = useState<{ isAbove: boolean; y: number }>()
  const [isSlow, setSlow] = useState(false)

  useEffect(() => {
    let watching: IntersectionObserver | undefined
    let isOver = false
    let slow: ReturnType<typeof setTimeout> | undefined
    const opening = new MutationObserver(async () => {
      if (!findBankWindow()) return
      opening.disconnect()
      slow = setTimeout(() => setSlow(findBankWindow() !== undefined), slowMs)
      if (window.parent === window) return
      document.querySelector('#page .card')?.scrollIntoView({ block: 'center' })
      const middle = window.innerHeight / 2
      showInHost({ top: middle - bankHeight / 2, bottom: middle + bankHeight / 2 })
      await pause(scrollMs)
      if (isOver) return
      watching = new IntersectionObserver(
        async ([entry]) => {
          const { top, bottom } = await readVisiblePart(document.documentElement)
          const isSeen = (entry?.intersectionRatio ?? 0) > 0.99
          const isAbove = (top + bottom) / 2 > middle
          setHint(isSeen ? undefined : { isAbove, y: isAbove ? top : bottom })
        },
        { threshold: [0, 1] },
      )
      const place = document.getElementById('bank-place')
      if (place) watching.observe(place)
    })
    opening.observe(document.body, { childList: true })
    return () => {
      isOver = true
      clearTimeout(slow)
      opening.disconnect()
      watching?.disconnect()
    }
  }, [])

  return createPortal(
    <>
      <div id="bank-place" style={placeStyle} />
      {hint && (
        <p
          className="bank-hint"
          role="status"
          style={{ ...hintStyle, ...(hint.isAbove ? { top: hint.y + 12 } : { top: hint.y - 72 }) }}
        >
          {hint.isAbove ? bankAbove : bankBelow}
        </p>
      )}
      {isSlow && !hint && (
        <p className="bank-hint" role="status" style={{ ...hintStyle, top: slowHintTop }}>
          {bankSlow}
        </p>
      )}
    </>,
    document.body,
  )
}

/** Finds the frame that is as large as the page. The provider has small, hidden frames as well. */
function findBankWindow() {
  const frames = [...document.querySelectorAll('body > div > iframe')]
  return frames.find(frame => frame.clientHeight >= window.innerHeight / 2)
}

const placeStyle: CSSProperties = {
  position: 'fixed',
  top: `calc(50% - ${bankHeight / 4}px)`,
  height: bankHeight / 2,
  width: 1,
  visibility: 'hidden',
}

/** The top of the hint. A visitor who sees the middle of the window sees the hint as well. */
const slowHintTop = `calc(50% - ${bankHeight / 2}px)`

/** The hint lies above the bank's window, which lies above everything else. */
const hintStyle: CSSProperties = {
  position: 'fixed',
  zIndex: 2_147_483_647,
  insetInline: 12,
  maxWidth: 326,
  margin: '0 auto',
  padding: '10px 14px',
  borderRadius: 10,
  background: 'var(--paper)',
  color: 'var(--ink)',
  boxShadow: '0 4px 18px rgb(0 0 0 / 25%)',
  textAlign: 'center',
  pointerEvents: 'none',
}
