import { type ComponentType, useEffect, useState } from 'react'
import { whenIdle } from '../page/when-idle'

/** Dialogs and toasts come when the page is idle, so nobody waits for them. */
export function Overlays() {
  const [layer, setLayer] = useState<{ part: ComponentType }>()
  useEffect(
    () =>
      whenIdle(() => {
        import('./overlay-layer').then(
          ({ OverlayLayer }) => setLayer({ part: OverlayLayer }),
          reportError,
        )
      }),
    [],
  )
  return layer ? <layer.part /> : null
}
