const elementName = 'svichka-candle'

const titles: Record<string, string> = {
  uk: 'Замовити свічку в храмі',
  ru: 'Заказать свечу в храме',
  en: 'Order a candle in church',
}

/** `data-…` attributes of the tag, copied to the element. */
const settings = ['language', 'theme', 'title', 'min-height', 'origin'] as const

/** Marks an element whose tag has run: of two pastes in a row each tag finds its own. */
const placed = 'placed'

/** Height before the form has sent its own, in CSS pixels: about that of a phone. */
const firstHeight = 640
/** CSS pixels. No form is taller, and a frame must not swallow its host page. */
const maxHeight = 10_000

/** Messages of the form that become events of the element. */
const passedOn = ['svichka:ready', 'svichka:ordered']

/**
 * `<svichka-candle origin="https://…" language="uk">`: the order form in a frame as tall as its
 * content. A frame that the host page wrote inside is used, so that the form is there without this
 * script. Removing the element stops everything.
 */
class CandleElement extends HTMLElement {
  static observedAttributes = ['origin']
  #listening: AbortController | undefined

  connectedCallback(): void {
    // While the page is parsed, the frame inside may still be to come.
    if (
      document.readyState === 'loading' &&
      !(placed in this.dataset) &&
      !this.querySelector('iframe')
    )
      document.addEventListener('DOMContentLoaded', () => this.#open(), { once: true })
    else this.#open()
  }

  /** A late tag sets the origin of an element that is in the page already. */
  attributeChangedCallback(): void {
    if (this.isConnected) this.connectedCallback()
  }

  disconnectedCallback(): void {
    this.#listening?.abort()
    this.#listening = undefined
  }

  #open(): void {
    const own = this.querySelector('iframe')
    const address = own?.src || this.getAttribute('origin')
    if (!address || !this.isConnected || this.#listening) return
    const { origin } = new URL(address)
    const frame = own ?? this.#createFrame(origin)
    // Set one by one: a strict host page forbids a style attribute. A frame whose colour scheme differs
    // from its page's is opaque, hence `light`.
    const style = { display: 'block', width: '100%', border: '0' }
    Object.assign(frame.style, style, { colorScheme: 'light', background: 'transparent' })
    this.#listening = new AbortController()
    const { signal } = this.#listening
    const follow = ({ source, origin: from, data }: MessageEvent<unknown>) => {
      if (source !== frame.contentWindow || from !== origin) return
      const { type, ...detail } = Object(data)
      if (type === 'IFRAME_HEIGHT') resize(frame, detail)
      else if (passedOn.includes(type))
        this.dispatchEvent(new CustomEvent(type, { bubbles: true, detail }))
    }
    window.addEventListener('message', follow, { signal })
    if (!own) this.replaceChildren(frame)
    // It may have sent its height before we listened.
    else frame.contentWindow?.postMessage({ type: 'svichka:height' }, '*')
  }

  #createFrame(origin: string): HTMLIFrameElement {
    const frame = document.createElement('iframe')
    const language = this.getAttribute('language') ?? 'uk'
    frame.src = `${origin}/?${new URLSearchParams({ lang: language, theme: this.#theme })}`
    frame.title = this.getAttribute('title') ?? titles[language] ?? titles.uk ?? ''
    frame.allow = 'payment'
    frame.loading = 'lazy'
    frame.style.height = `${Number(this.getAttribute('min-height')) || firstHeight}px`
    return frame
  }

  /** As asked; by default that of the host page. */
  get #theme(): string {
    const asked = this.getAttribute('theme')
    if (asked === 'light' || asked === 'dark') return asked
    const { colorScheme } = getComputedStyle(this)
    const isDark =
      colorScheme.includes('dark') &&
      (!colorScheme.includes('light') || matchMedia('(prefers-color-scheme: dark)').matches)
    return isDark ? 'dark' : 'light'
  }
}

function resize(frame: HTMLIFrameElement, { height }: { height?: unknown }): void {
  if (Number.isInteger(height) && Number(height) > 0 && Number(height) <= maxHeight)
    frame.style.height = `${height}px`
}

if (!customElements.get(elementName)) customElements.define(elementName, CandleElement)

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
