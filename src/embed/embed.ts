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
 * Puts the form where its script tag is, with the tag's settings. An element that the host page
 * wrote near the tag is used instead of a new one. A tag in the head serves elements elsewhere.
 */
function placeCandleElement(tag: HTMLScriptElement): void {
  const own = findElement(tag)
  if (!own && tag.closest('head')) return
  const element = own ?? document.createElement(elementName)
  element.dataset[placed] = ''
  for (const name of settings) {
    const value = tag.getAttribute(`data-${name}`)
    if (value !== null) element.setAttribute(name, value)
  }
  if (!element.hasAttribute('origin')) element.setAttribute('origin', new URL(tag.src).origin)
  if (!own) tag.after(element)
}

/** WordPress puts line breaks and paragraphs between element and tag, or the tag into the element. */
function findElement(tag: HTMLScriptElement): HTMLElement | undefined {
  const { parentElement } = tag
  const around = parentElement?.localName === 'p' ? parentElement.parentElement : parentElement
  const free = `${elementName}:not([data-${placed}])`
  return tag.closest<HTMLElement>(free) ?? around?.querySelector<HTMLElement>(free) ?? undefined
}
