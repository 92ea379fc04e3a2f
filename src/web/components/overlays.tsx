import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useCardProvider } from '../checkout/card-provider'
import type { DialogContent } from '../checkout/state'
import { useCheckout } from '../checkout/store'
import { readVisiblePart, useFocusInSight } from '../frame/keep-in-sight'
import styles from '../styles/checkout.css?inline'
import { pause } from '../timing'
import { listenForComposedEnter } from './listen-for-composed-enter'
import { ResultDialog } from './result-dialog'
import { Toaster } from './toaster'

// The CSP blocks new style sheets, so add one rule to ours. Look it up by id, because `styleSheets[0]`
// may belong to an extension.
const sheet = globalThis.document?.querySelector<HTMLStyleElement>('#styles')?.sheet
sheet?.insertRule(`@media all{${styles}}`, sheet.cssRules.length)

/**
 * Shows a toast and a dialog over the visible part of the page, even in a tall frame that the host page
 * scrolls.
 */
export function Overlays() {
  useCardProvider()
  useFocusInSight()
  useEffect(listenForComposedEnter, [])
  const { state } = useCheckout()
  const { toast } = state
  const [dialog] = state.dialogs
  // Measure again as the dialog closes, because the toast that is left moves up with the page.
  const opening = dialogKey(dialog) ?? (toast?.open && toast.id)
  const seen = useVisiblePart(opening)
  const layer = useRef<HTMLDivElement>(null)
  useKeptHeight(layer, dialog !== undefined)
  const toastPlace = useToastPlace(layer, dialog, seen?.opening === opening ? seen : undefined)

  return (
    <div
      className="overlay"
      data-dialog={dialog ? (dialog.kind === 'payment-failed' ? 'failure' : 'thanks') : 'none'}
      ref={layer}
      style={opening && seen ? styleOf(seen) : undefined}
    >
      <Toaster
        shown={seen !== undefined && (!dialog || toastPlace !== undefined)}
        place={toastPlace}
      />
      {dialog && seen && seen.opening === opening && (
        <ResultDialog dialog={dialog} seenHeight={seen.height} />
      )}
    </div>
  )
}

function styleOf({ top, height }: VisiblePart): CSSProperties & { '--seen': string } {
  return { top, minHeight: height, '--seen': `${height}px` }
}

/**
 * Keeps the card's height while a dialog is open. A stored order leaves a shorter form, and without this
 * the page would move and a frame could cut the dialog off.
 */
function useKeptHeight(layer: { current: HTMLElement | null }, isDialog: boolean) {
  const heightBefore = useRef(0)

  useEffect(() => {
    const card = document.querySelector('#page .card')
    if (!card) return
    const resized = new ResizeObserver(() => {
      heightBefore.current = card.getBoundingClientRect().height
    })
    resized.observe(card)
    return () => resized.disconnect()
  }, [])

  useLayoutEffect(() => {
    const card = document.querySelector<HTMLElement>('#page .card')
    if (!card || !layer.current || !isDialog) return
    const overlay = layer.current
    let height = heightBefore.current
    const keep = () => {
      const { bottom } = overlay.getBoundingClientRect()
      height = Math.max(height, bottom - card.getBoundingClientRect().top)
      card.style.minHeight = `${Math.ceil(height)}px`
    }
    keep()
    const resized = new ResizeObserver(keep)
    resized.observe(overlay)
    return () => {
      resized.disconnect()
      card.style.removeProperty('min-height')
    }
  }, [layer, isDialog])
}

/** A host needs so long to scroll to a dialog, ms. */
const hostScrollMs = 150
const toastMargin = 12

/**
 * Places a toast beside a dialog. It goes below the dialog if the visitor sees that far once the host has
 * scrolled. Else it goes to the foot of the visible part, where it covers only the way to another candle.
 */
function useToastPlace(
  layer: { current: HTMLElement | null },
  dialog: DialogContent | undefined,
  seen: VisiblePart | undefined,
) {
  const [place, setPlace] = useState<CSSProperties>()
  useEffect(() => {
    const page = document.getElementById('page')
    if (!page || !dialog || !seen) return
    let isCurrent = true
    const measure = async () => {
      await pause(hostScrollMs)
      const { bottom } = await readVisiblePart(page)
      const opened = layer.current?.querySelector('dialog')
      if (!isCurrent || !layer.current || !opened) return
      const foot = bottom + window.scrollY - seen.top
      const below = opened.offsetTop + opened.offsetHeight + toastMargin
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      const isRoom = foot - below > 5.5 * rem
      setPlace(
        isRoom
          ? { top: below, bottom: 'auto' }
          : {
              top: 'auto',
              bottom: Math.max(0, layer.current.offsetHeight - foot) + toastMargin / 2,
            },
      )
    }
    void measure()
    return () => {
      isCurrent = false
      setPlace(undefined)
    }
  }, [layer, dialog, seen])
  return place
}

type Opening = DialogContent | string | number | false | undefined

/** Identifies an opening. A paid order is completed in its dialog, which stays where it is. */
function dialogKey(dialog: DialogContent | undefined): Opening {
  return (dialog && 'clientSecret' in dialog && dialog.clientSecret) || dialog
}

/** CSS pixels from the page's top. */
interface VisiblePart {
  opening: Opening
  top: number
  height: number
}

/** Measures once, because a dialog stays where it opened. */
function useVisiblePart(opening: Opening) {
  const [seen, setSeen] = useState<VisiblePart>()
  useEffect(() => {
    const page = document.getElementById('page')
    if (!page || !opening) return
    let isCurrent = true
    readVisiblePart(page).then(({ top, height }) => {
      const seen = { top: Math.round(top + window.scrollY), height: Math.round(height) }
      if (isCurrent) setSeen({ opening, ...seen })
    })
    return () => {
      isCurrent = false
    }
  }, [opening])
  return seen
}
