import { useEffect } from 'react'
import type { Language } from '../../shared/language'
import { pageAddress } from '../../shared/order-form'
import { dispatch } from '../checkout/reducer'
import type { ShownTemple } from '../checkout/state'
import { useCheckout } from '../checkout/store'
import { readTemple } from '../page-data'

/** The page has the parish's texts in its own language: after a switch they are read from the other page. */
export function useTempleTexts(): void {
  const { store, state } = useCheckout()
  const { language, temple } = state
  const isOther = temple !== undefined && temple.language !== language

  useEffect(() => {
    if (!isOther) return
    const reading = new AbortController()
    fetchTemple(language, reading.signal).then(
      temple => dispatch(store, { type: 'temple-translated', temple }),
      // Those of the language before stay, and say which they are.
      () => {},
    )
    return () => reading.abort()
  }, [store, language, isOther])
}

async function fetchTemple(language: Language, signal: AbortSignal): Promise<ShownTemple> {
  const answer = await fetch(pageAddress({ lang: language, theme: undefined }), { signal })
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const root = page.getElementById('page')
  const temple = root ? readTemple(root, language) : undefined
  if (!temple) throw new Error('The page has no texts of the parish.')
  return temple
}
