import { readHeight } from './read-height'

export const elementName = 'svichka-candle'

const titles: Record<string, string> = {
  uk: 'Замовити свічку в храмі',
  ru: 'Заказать свечу в храме',
  en: 'Order a candle in church',
}

/** Height before the form has said its own, in CSS pixels: about what it takes in a phone. */
const firstHeight = 640

/**
 * `<svichka-candle origin="https://…" language="uk">`: the order form in a frame that is always as
 * tall as its content. Removing the element removes everything it set up.
 */
class CandleElement extends HTMLElement {
  static observedAttributes = ['origin']
  #listening: AbortController | undefined

  connectedCallback(): void {
    this.#open()
  }

  /** The origin may be named a moment after the element stands in the page. */
  attributeChangedCallback(): void {
    if (this.isConnected && !this.#listening) this.#open()
  }

  disconnectedCallback(): void {
    this.#listening?.abort()
    this.#listening = undefined
  }

  #open(): void {
    const address = this.getAttribute('origin')
    if (!address) return
    const origin = new URL(address).origin
    const frame = this.#createFrame(origin)
    this.#listening = new AbortController()
    const { signal } = this.#listening
    const follow = (message: MessageEvent<unknown>) => {
      if (message.source !== frame.contentWindow || message.origin !== origin) return
      const height = readHeight(message.data)
      if (height !== undefined) frame.style.height = `${height}px`
    }
    window.addEventListener('message', follow, { signal })
    this.replaceChildren(frame)
  }

  #createFrame(origin: string): HTMLIFrameElement {
    const language = this.getAttribute('language') ?? 'uk'
    const frame = document.createElement('iframe')
    frame.src = `${origin}/?lang=${encodeURIComponent(language)}`
    frame.title = this.getAttribute('title') ?? titles[language] ?? titles.uk ?? ''
    frame.allow = 'payment'
    frame.loading = 'lazy'
    // Set one by one, not as a style attribute, which a strict host page would forbid. A frame of
    // another colour scheme than its page is opaque, so it stays with the plain one.
    const height = Number(this.getAttribute('min-height')) || firstHeight
    const style = { display: 'block', width: '100%', border: '0', height: `${height}px` }
    Object.assign(frame.style, style, { colorScheme: 'light', background: 'transparent' })
    return frame
  }
}

/** Makes the element known to the host page, once, however many script tags there are. */
export function defineCandleElement(): void {
  if (!customElements.get(elementName)) customElements.define(elementName, CandleElement)
}
