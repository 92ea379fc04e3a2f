import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { useDesk, usePage } from '../page/page-context'
import { whenIdle } from '../page/when-idle'

/** Dialogs and toasts come when the page is idle, or at once when there is something to tell. */
export function Overlays() {
  const { desk } = usePage()
  const { outcome } = useDesk()
  const toast = useSyncExternalStore(desk.toasts.subscribe, desk.toasts.read, desk.toasts.read)
  const [layer, setLayer] = useState<{ part: ComponentType }>()
  const needed = outcome.kind !== 'none' || toast !== undefined
  const here = layer !== undefined

  useEffect(() => {
    if (here) return
    const load = () => {
      import('./overlay-layer').then(
        ({ OverlayLayer }) => setLayer({ part: OverlayLayer }),
        reportError,
      )
    }
    if (!needed) return whenIdle(load)
    load()
  }, [here, needed])

  return layer ? <layer.part /> : null
}
