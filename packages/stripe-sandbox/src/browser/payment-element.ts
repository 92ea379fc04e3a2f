import { connectionError, type StripeError } from './call-api'
import {
  type Appearance,
  type CardChannel,
  type CardListeners,
  type CardOptions,
  openCardChannel,
} from './card-channel'
import { createEmitter, type Emitter, IntegrationError } from './emitter'

/** The Payment Element: an emitter with a frame in it. */
export interface PaymentElement extends Emitter {
  mount(place: string | HTMLElement): void
  unmount(): void
  destroy(): void
  update(options: unknown): void
  focus(): void
  blur(): void
  clear(): void
  collapse(): void
  /** For the script itself: undefined while the frame is not there. */
  channel(): CardChannel | undefined
  refresh(options: Partial<CardOptions>): void
}

const frameAnswersWithinMs = 15_000

export function createPaymentElement(
  base: string,
  options: () => CardOptions,
  onDestroy: () => void,
): PaymentElement {
  const emitter = createEmitter()
  let frame: HTMLIFrameElement | undefined
  let channel: CardChannel | undefined
  let destroyed = false

  const emit = (name: string, more: object = {}) =>
    emitter.emit(name, { elementType: 'payment', ...more })
  const listeners: CardListeners = {
    change: detail => emit('change', { ...detail, collapsed: false, value: { type: 'card' } }),
    focus: () => emit('focus'),
    blur: () => emit('blur'),
    escape: () => emit('escape'),
    height: pixels => {
      if (frame) frame.style.height = `${pixels}px`
    },
  }

  const setUp = async (mounted: HTMLIFrameElement) => {
    channel?.close()
    channel = openCardChannel(mounted, base, listeners)
    emit('loaderstart')
    const error = await Promise.race([
      channel.call('setUp', options()).then(answer => answer.error),
      silence(options().locale),
    ]).catch(() => undefined)
    if (mounted !== frame || error === undefined) return
    if (error) return emit('loaderror', { error })
    emit('ready')
    emit('availablepaymentmethodschange', { paymentMethods: ['card'] })
  }
  const unmount = () => {
    channel?.close()
    channel = undefined
    frame?.remove()
    frame = undefined
  }
  const call = (name: 'focus' | 'blur' | 'clear') => {
    channel?.call(name).catch(() => undefined)
  }

  return {
    ...emitter,
    mount: place => {
      if (destroyed) throw new IntegrationError('This Element has already been destroyed.')
      const home = typeof place === 'string' ? document.querySelector(place) : place
      if (!home)
        throw new IntegrationError(
          `The selector you specified (${place}) applies to no DOM elements.`,
        )
      unmount()
      const mounted = createFrame(`${base}/frames/card.html`, 'Secure payment input frame')
      // The frame is a little wider than its place, for the glow around a field that has the focus.
      mounted.style.width = 'calc(100% + 4px)'
      mounted.style.marginInline = '-2px'
      mounted.style.height = `${formHeight(options().appearance)}px`
      mounted.addEventListener('load', () => setUp(mounted))
      frame = mounted
      home.replaceChildren(mounted)
    },
    unmount,
    destroy: () => {
      destroyed = true
      unmount()
      onDestroy()
    },
    update: () => undefined,
    focus: () => call('focus'),
    blur: () => call('blur'),
    clear: () => call('clear'),
    collapse: () => undefined,
    channel: () => channel,
    refresh: changed => {
      channel?.call('update', changed).catch(() => undefined)
    },
  }
}

let frames = 0

/** A frame named as the provider names its own. Styled by property: a page's CSP forbids less so. */
export function createFrame(source: string, title: string): HTMLIFrameElement {
  frames += 1
  const frame = document.createElement('iframe')
  frame.name = `__privateStripeFrame${frames}${Math.floor(Math.random() * 10_000)}`
  frame.title = title
  frame.src = source
  const styles = { border: '0', display: 'block', width: '100%', colorScheme: 'light' }
  Object.assign(frame.style, styles)
  return frame
}

/**
 * How tall the card form will be, in CSS pixels, before its frame has answered: what stands below
 * it then never moves. The sum of the form's lines (in font sizes), gaps (in spacing units) and
 * borders; a page that measures in anything but pixels sees one small step instead.
 */
function formHeight({ variables = {} }: Appearance): number {
  const pixels = (length: string | undefined, otherwise: number) =>
    Number(/^([\d.]+)px$/.exec(length ?? '')?.[1] ?? otherwise)
  const font = pixels(variables.fontSizeBase, 16)
  const gap = pixels(variables.spacingUnit, 4)
  return Math.ceil(8.75 * font + 20.5 * gap + 14)
}

/** A frame that never answers: the sandbox is down, or the page does not let it in. */
async function silence(locale: string): Promise<StripeError> {
  await new Promise(resolve => setTimeout(resolve, frameAnswersWithinMs))
  return connectionError(locale)
}
