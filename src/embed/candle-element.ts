import { readHeight } from './read-height'

export const elementName = 'svichka-candle'

const titles: Record<string, string> = {
  uk: 'Замовити свічку в храмі',
  ru: 'Заказать свечу в храме',
  en: 'Order a candle in church',
}

/** Height before the form has said its own, in CSS pixels: about what it takes in a phone. */
const firstHeight = 640

/** What the frame tells of itself, and the element passes on to the host page. */
const passedOn = ['svichka:ready', 'svichka:ordered']

/**
 * `<svichka-candle origin="https://…" language="uk">`: the order form in a frame that is always as
 * tall as its content. A frame that the host page wrote inside is taken over as it is, so that the
 * form is there without this script. Removing the element removes everything it set up.
 */
class CandleElement extends HTMLElement {
  static observedAttributes = ['origin', 'language', 'theme', 'title']
  #listening: AbortController | undefined
  #frame: HTMLIFrameElement | undefined

  connectedCallback(): void {
    // While the page is being read, what it wrote inside may still be to come.
    const isWritten = !('placed' in this.dataset)
    if (document.readyState === 'loading' && isWritten && !this.nextSibling && !this.#findFrame())
      document.addEventListener('DOMContentLoaded', () => this.#open(), { once: true })
    else this.#open()
  }

  /** The origin may be named a moment after the element stands in the page. */
  attributeChangedCallback(name: string): void {
    if (this.#frame && this.#listening && name !== 'origin') {
      this.#nameFrame(this.#frame)
      this.#tell({ type: 'svichka:settings' })
    } else if (this.isConnected) this.connectedCallback()
  }

  disconnectedCallback(): void {
    this.#listening?.abort()
    this.#listening = undefined
  }

  #open(): void {
    const own = this.#findFrame()
    const address = own?.src || this.getAttribute('origin')
    if (!address || !this.isConnected || this.#listening) return
    const { origin } = new URL(address)
    const frame = own ?? this.#createFrame(origin)
    this.#frame = frame
    this.#dress(frame)
    this.#listening = new AbortController()
    const { signal } = this.#listening
    const follow = ({ source, origin: from, data }: MessageEvent<unknown>) => {
      if (source !== frame.contentWindow || from !== origin) return
      const height = readHeight(data)
      if (height !== undefined) frame.style.height = `${height}px`
      else this.#passOn(data)
    }
    window.addEventListener('message', follow, { signal })
    if (!own) this.replaceChildren(frame)
    // It may have started before anybody listened.
    else for (const type of ['svichka:height', 'svichka:settings']) this.#tell({ type })
  }

  #findFrame(): HTMLIFrameElement | undefined {
    return this.querySelector('iframe') ?? undefined
  }

  #createFrame(origin: string): HTMLIFrameElement {
    const frame = document.createElement('iframe')
    const query = new URLSearchParams({ lang: this.#language, theme: this.#theme })
    frame.src = `${origin}/?${query}`
    frame.allow = 'payment'
    frame.loading = 'lazy'
    frame.style.height = `${Number(this.getAttribute('min-height')) || firstHeight}px`
    return frame
  }

  /**
   * Set one by one, not as a style attribute, which a strict host page would forbid. A frame of
   * another colour scheme than its page is opaque, so it stays with the plain one.
   */
  #dress(frame: HTMLIFrameElement): void {
    this.#nameFrame(frame)
    const style = { display: 'block', width: '100%', border: '0' }
    Object.assign(frame.style, style, { colorScheme: 'light', background: 'transparent' })
  }

  /** Read aloud by screen readers. What a host page has called its own frame stays. */
  #nameFrame(frame: HTMLIFrameElement): void {
    const asked = this.getAttribute('title')
    const isOurs = this.hasAttribute('language') && Object.values(titles).includes(frame.title)
    if (asked === null && frame.title !== '' && !isOurs) return
    frame.title = asked ?? titles[this.#language] ?? titles.uk ?? ''
  }

  get #language(): string {
    return this.getAttribute('language') ?? 'uk'
  }

  /** As the tag says; else what the host page around it is painted for; else what the visitor likes. */
  get #theme(): string {
    const asked = this.getAttribute('theme')
    if (asked === 'light' || asked === 'dark') return asked
    const { colorScheme } = getComputedStyle(this)
    const [light, dark] = [colorScheme.includes('light'), colorScheme.includes('dark')]
    if (light !== dark) return dark ? 'dark' : 'light'
    const likesDark = dark && matchMedia('(prefers-color-scheme: dark)').matches
    return likesDark ? 'dark' : 'light'
  }

  /** Settings are told as they are now: a form that is being filled keeps what is in it. */
  #tell(message: { type: string }): void {
    const settings = { language: this.getAttribute('language') ?? undefined, theme: this.#theme }
    this.#frame?.contentWindow?.postMessage({ ...message, ...settings }, '*')
  }

  #passOn(data: unknown): void {
    if (typeof data !== 'object' || data === null || !('type' in data)) return
    const { type, ...detail } = data
    if (typeof type !== 'string' || !passedOn.includes(type)) return
    // A frame that the host page wrote was not told of them by its address.
    if (type === 'svichka:ready') this.#tell({ type: 'svichka:settings' })
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, detail }))
  }
}

/** Makes the element known to the host page, once, however many script tags there are. */
export function defineCandleElement(): void {
  if (!customElements.get(elementName)) customElements.define(elementName, CandleElement)
}
