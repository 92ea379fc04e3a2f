import { useEffect } from 'react'
import type { Language } from '../../shared/language'
import { pageAddress } from '../../shared/order-form'
import { dispatch } from '../checkout/reducer'
import type { ShownTemple } from '../checkout/state'
import { useCheckout } from '../checkout/store'

/** The page has the parish's texts in its own language: after a switch they are read from the other page. */
export function useTempleTexts(): void {
  const { store, state } = useCheckout()
  const { language, temple } = state
  const isOther = temple !== undefined && temple.language !== language

  useEffect(() => {
    if (!isOther) return
    const reading = new AbortController()
    readTemple(language, reading.signal).then(
      temple => dispatch(store, { type: 'temple-translated', temple }),
      // Those of the language before stay, and say which they are.
      () => {},
    )
    return () => reading.abort()
  }, [store, language, isOther])
}

async function readTemple(language: Language, signal: AbortSignal): Promise<ShownTemple> {
  const answer = await fetch(pageAddress({ lang: language, theme: undefined }), { signal })
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const { temple = '' } = page.getElementById('page')?.dataset ?? {}
  const foot = page.querySelector('.temple')?.innerHTML ?? ''
  return { ...JSON.parse(temple), language, foot }
}
