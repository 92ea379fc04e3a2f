const elementName = 'svichka-candle'

/** As the form's own page is called. */
const titles: Record<string, string> = {
  uk: 'Запалити свічку в храмі',
  ru: 'Зажечь свечу в храме',
  en: 'Light a candle in church',
}

/** `data-…` attributes of the tag, copied to the element. */
const settings = ['language', 'theme', 'title', 'min-height', 'origin'] as const

/** Height before the form has sent its own, in CSS pixels: about that of the form. */
const firstHeight = 1160
/** CSS pixels. No form is taller, and a frame must not swallow its host page. */
const maxHeight = 10_000

/** Messages of the form that become events of the element. */
const passedOn = ['svichka:ready', 'svichka:ordered']

/**
 * `<svichka-candle origin="https://…" language="uk">`: the order form in a frame as tall as its
 * content. A frame that the host page wrote inside is used, so that the form is there without this
 * script; optimisers and consent banners may write, move and replace it at any time. Removing the
 * element stops everything.
 */
class CandleElement extends HTMLElement {
  static observedAttributes = ['origin']
  /**
   * Its tag has run: of two pastes in a row each tag finds its own. No attribute: a copy of the page, as
   * Turbo keeps for the way back, is a new element whose tag runs again.
   */
  isPlaced = false
  #listening: AbortController | undefined

  connectedCallback(): void {
    if (!this.#listening) {
      this.#listening = new AbortController()
      const { signal } = this.#listening
      window.addEventListener('message', event => this.#follow(event), { signal })
    }
    // While the page is parsed, the frame inside may still be to come.
    if (document.readyState === 'loading' && !this.isPlaced)
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
    if (!this.isConnected) return
    // It may have sent its height before we listened.
    for (const frame of this.querySelectorAll('iframe'))
      frame.contentWindow?.postMessage({ type: 'svichka:height' }, '*')
    const origin = originOf(this.getAttribute('origin'))
    if (origin && this.#isEmpty()) this.append(this.#createFrame(origin))
  }

  /** What a consent banner puts in the frame's place stays until the banner takes it away. */
  #isEmpty(): boolean {
    return !this.querySelector(':not(script, p, br)') && !this.textContent?.trim()
  }

  /** Looks at the frames anew for each message. The origin is the paste's. */
  #follow({ source, origin, data }: MessageEvent<unknown>): void {
    const frame = [...this.querySelectorAll('iframe')].find(one => one.contentWindow === source)
    if (!frame || origin !== originOf(this.getAttribute('origin') ?? frame.src)) return
    if (!isMessage(data)) return
    const { type, ...detail } = data
    if (type === 'IFRAME_HEIGHT') resize(frame, detail)
    else if (type === 'svichka:show') show(frame, detail)
    else if (passedOn.includes(type))
      this.dispatchEvent(new CustomEvent(type, { bubbles: true, detail }))
  }

  #createFrame(origin: string): HTMLIFrameElement {
    const frame = document.createElement('iframe')
    const language = this.getAttribute('language') ?? 'uk'
    frame.src = `${origin}/?${new URLSearchParams({ lang: language, theme: this.#theme })}`
    frame.title = this.getAttribute('title') ?? titles[language] ?? titles.uk ?? ''
    frame.allow = 'payment'
    frame.loading = 'lazy'
    // As in the longer paste, clear of what the host page says next.
    frame.style.margin = '16px 0'
    resize(frame, { height: Number(this.getAttribute('min-height')) || firstHeight })
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

function isMessage(data: unknown): data is { type: string } & Record<string, unknown> {
  return data instanceof Object && 'type' in data && typeof data.type === 'string'
}

// biome-ignore lint/correctness/noUnusedVariables: merged into the DOM's
interface HTMLElementTagNameMap {
  [elementName]: CandleElement
}

function originOf(address: string | null): string | undefined {
  try {
    return new URL(address ?? '').origin
  } catch {
    return undefined
  }
}

/**
 * Set one by one: a strict host page forbids a style attribute. A frame whose colour scheme differs
 * from its page's is opaque, hence `light`.
 */
const frameStyle = {
  display: 'block',
  width: '100%',
  'color-scheme': 'light',
  background: 'transparent',
}
/** Whatever the theme says, the height is the content's. */
const box = {
  'box-sizing': 'content-box',
  'min-height': '0',
  'max-height': 'none',
  padding: '0',
  border: '0',
}

function resize(frame: HTMLIFrameElement, { height }: { height?: unknown }): void {
  if (!Number.isInteger(height) || Number(height) <= 0 || Number(height) > maxHeight) return
  for (const [name, value] of Object.entries(frameStyle)) frame.style.setProperty(name, value)
  for (const [name, value] of Object.entries({ ...box, height: `${height}px` }))
    frame.style.setProperty(name, value, 'important')
}

/**
 * Scrolls the page so that a part of the frame is in the window; in Safari the frame cannot. The part:
 * CSS pixels from the frame's top. A mark in its place scrolls whatever holds the frame.
 */
function show(
  frame: HTMLIFrameElement,
  { top, bottom }: { top?: unknown; bottom?: unknown },
): void {
  if (typeof top !== 'number' || typeof bottom !== 'number' || !(top < bottom)) return
  const mark = document.createElement('div')
  Object.assign(mark.style, { position: 'relative', width: '1px', height: `${bottom - top}px` })
  frame.after(mark)
  // Whatever margin or gap a theme has put between them.
  const distance = frame.getBoundingClientRect().top - mark.getBoundingClientRect().top
  mark.style.top = `${distance + top}px`
  const place = mark.getBoundingClientRect()
  const isTall = place.height > window.innerHeight
  if (place.top < 0 || place.bottom > window.innerHeight)
    mark.scrollIntoView({ block: isTall ? 'start' : 'center' })
  mark.remove()
}

if (!customElements.get(elementName)) customElements.define(elementName, CandleElement)

// Only a classic script knows its own tag, and only while it runs. Combined with others, or inlined, it
// knows neither its place nor its origin.
const tag = document.currentScript
if (tag instanceof HTMLScriptElement && isOurs(tag.src)) placeCandleElement(tag)

function isOurs(address: string): boolean {
  return /^[^?#]+\/embed\.js([?#]|$)/.test(address)
}

/**
 * Puts the form where its script tag is, with the tag's settings. An element that the host page
 * wrote near the tag is used instead of a new one. A tag in the head serves elements elsewhere, or
 * was pasted elsewhere and put there by a script that delays others.
 */
function placeCandleElement(running: HTMLScriptElement): void {
  const tag = running.closest('head') ? findPastedTag(running.src) : running
  if (!tag) return
  const own = findElement(tag)
  const element = own ?? document.createElement(elementName)
  element.isPlaced = true
  for (const name of settings) {
    const value = tag.getAttribute(`data-${name}`)
    if (value !== null) element.setAttribute(name, value)
  }
  if (!element.hasAttribute('origin')) element.setAttribute('origin', new URL(running.src).origin)
  if (!own) tag.after(element)
}

/** The tag as it was pasted, its address kept in another attribute. */
function findPastedTag(address: string): HTMLScriptElement | undefined {
  const hasAddress = ({ attributes }: Element) => [...attributes].some(one => one.value === address)
  return [...document.querySelectorAll<HTMLScriptElement>('body script')].find(hasAddress)
}

/** WordPress puts line breaks and paragraphs between element and tag, or the tag into the element. */
function findElement(tag: HTMLScriptElement): CandleElement | undefined {
  const { parentElement } = tag
  const around = parentElement?.localName === 'p' ? parentElement.parentElement : parentElement
  const near = around?.querySelectorAll(elementName) ?? []
  return [tag.closest(elementName), ...near].find(one => one?.isPlaced === false) ?? undefined
}
