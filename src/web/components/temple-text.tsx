import { languageOf, type TempleTexts } from '../../shared/temple-texts'
import { useCheckout } from '../checkout/store'

/** Shows a text of the parish, which may be in another language than the page. */
export function TempleText({ name }: { name: keyof TempleTexts }) {
  const { state, temple } = useCheckout()
  const text = temple?.[name] ?? ''
  return <span lang={languageOf(text, state.language)}>{text}</span>
}
