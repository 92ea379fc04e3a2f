import { CardProvider } from '../checkout/card-provider'
import { OverlayLayer } from './overlay-layer'

/** What the page needs only after its form. */
export function LateParts() {
  return (
    <>
      <CardProvider />
      <OverlayLayer />
    </>
  )
}
