import { lazy, Suspense, useEffect, useState } from 'react'
import { useCheckout } from '../checkout/checkout-context'
import { dialogMessage, toastMessage } from '../checkout/plain-messages'
import { loadUntilHere, whenIdle } from './late-code'

/** Code that has not come after this time does not come soon, in ms. */
const patience = 1000

const OverlayLayer = lazy(async () => {
  const { OverlayLayer } = await loadUntilHere(() => import('./overlay-layer'))
  return { default: OverlayLayer }
})

/** Dialogs and toasts: they come when the page is idle, or at once when one is to be shown. */
export function Overlays() {
  const { state } = useCheckout()
  const [idle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])

  if (!idle && !state.dialog && !state.toast) return null
  return (
    <Suspense fallback={<PlainNotice />}>
      <OverlayLayer />
    </Suspense>
  )
}

/** What cannot come as a dialog or toast is said in a plain line below the form. */
function PlainNotice() {
  const { state, messages } = useCheckout()
  const { dialog, toast } = state
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patience)
    return () => clearTimeout(timer)
  }, [])

  if (!late || (!dialog && !toast)) return null
  return (
    <p className="plain-notice" role="alert">
      {dialog ? dialogMessage(dialog, messages) : toast && toastMessage(toast.content, messages)}
    </p>
  )
}
