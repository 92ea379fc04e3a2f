import { languageOf, type TempleTexts } from '../../shared/temple-texts'
import { useCheckout } from '../checkout/store'

/** A text of the parish, which may be in another language than the page. */
export function TempleText({ name }: { name: keyof TempleTexts }) {
  const { temple, language } = useCheckout().state
  const text = temple?.[name] ?? ''
  return <span lang={languageOf(text, temple?.language ?? language)}>{text}</span>
}
