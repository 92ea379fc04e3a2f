import { elementName } from './candle-element'

/** Settings that a host page may write on the tag, and that the element takes over. */
const settings = ['language', 'title', 'min-height', 'origin'] as const

/**
 * Puts the form where its script tag stands, with the tag's settings. If the host page wrote the
 * element itself right after the tag (with a link inside, for those without script), that one is used.
 */
export function placeCandleElement(tag: HTMLScriptElement): void {
  const following = tag.nextElementSibling
  const own = following?.localName === elementName ? following : undefined
  const element = own ?? document.createElement(elementName)
  for (const name of settings) {
    const value = tag.dataset[toDatasetKey(name)]
    if (value !== undefined) element.setAttribute(name, value)
  }
  if (!element.hasAttribute('origin')) element.setAttribute('origin', new URL(tag.src).origin)
  if (!own) tag.after(element)
}

function toDatasetKey(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}
