import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { useDesk, usePage } from './page-context'
import { sayOutcome, sayToast } from './say-plainly'
import { whenIdle } from './when-idle'

/** The pause before code that did not come is asked for again, in ms. */
const retryPause = 3000

/**
 * Dialogs and toasts come when the page is idle, or at once when there is something to tell.
 * While they cannot come, it is told in a plain line below the form.
 */
export function Overlays() {
  const { desk, texts } = usePage()
  const { outcome } = useDesk()
  const toast = useSyncExternalStore(desk.toasts.subscribe, desk.toasts.read, desk.toasts.read)
  const [layer, setLayer] = useState<{ part: ComponentType }>()
  const [failures, setFailures] = useState(0)
  const needed = outcome.kind !== 'none' || toast !== undefined
  const here = layer !== undefined

  useEffect(() => {
    if (here) return
    const load = () => {
      import('./overlay-layer').then(
        ({ OverlayLayer }) => setLayer({ part: OverlayLayer }),
        () => setFailures(failures + 1),
      )
    }
    if (failures > 0) {
      if (!needed) return
      const timer = setTimeout(load, retryPause)
      return () => clearTimeout(timer)
    }
    if (!needed) return whenIdle(load)
    load()
  }, [here, needed, failures])

  if (layer) return <layer.part />
  if (failures === 0 || !needed) return null
  return (
    <p className="told-plainly" role="alert">
      {outcome.kind !== 'none'
        ? sayOutcome(outcome, texts)
        : toast && sayToast(toast.message, texts)}
    </p>
  )
}
