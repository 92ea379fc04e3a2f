import { defineCandleElement, elementName } from './candle-element'

/** Settings that a host page may write on the tag, and that the element takes over. */
const settings = ['language', 'theme', 'title', 'min-height', 'origin'] as const

/** Marks an element that has its tag: of two pastes in a row each keeps its own. */
const placed = 'placed'

defineCandleElement()

// Only a classic script knows its own tag, and only while it runs.
const tag = document.currentScript
if (tag instanceof HTMLScriptElement) placeCandleElement(tag)

/**
 * Puts the form where its script tag stands, with the tag's settings. If the host page wrote the
 * element itself beside the tag (with a frame inside, for those without script), that one is used.
 * Nothing stands in the head of a page: a tag there serves the elements that are elsewhere.
 */
function placeCandleElement(tag: HTMLScriptElement): void {
  const own = [tag.previousElementSibling, tag.nextElementSibling].find(isFree)
  if (!own && tag.closest('head')) return
  const element = own instanceof HTMLElement ? own : document.createElement(elementName)
  element.dataset[placed] = ''
  const copySettings = () => {
    for (const name of settings) {
      const value = tag.getAttribute(`data-${name}`)
      if (value !== null && value !== element.getAttribute(name)) element.setAttribute(name, value)
    }
  }
  copySettings()
  // A host page that speaks several languages changes the tag, and the form follows.
  new MutationObserver(copySettings).observe(tag, { attributes: true })
  if (!element.hasAttribute('origin')) element.setAttribute('origin', new URL(tag.src).origin)
  if (!own) tag.after(element)
}

function isFree(element: Element | null): boolean {
  return element?.localName === elementName && !element.hasAttribute(`data-${placed}`)
}
