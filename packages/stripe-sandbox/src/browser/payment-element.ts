import { type CardLine, openCardLine } from './card-line'
import { ownMessage } from './card-messages'
import { type Emitter, newEmitter } from './emitter'
import { formHeight } from './form-height'
import type { CardListeners, CardOptions, StripeError } from './frame-talk'
import { IntegrationError } from './integration-error'
import { privateFrame } from './private-frame'

/** The Payment Element: an `Emitter` with a frame in it. */
export interface PaymentElement extends Emitter {
  mount(place: string | HTMLElement): void
  unmount(): void
  destroy(): void
  update(options: unknown): void
  focus(): void
  blur(): void
  clear(): void
  collapse(): void
  /** For the script itself: the open line, or undefined while the frame is not there. */
  line(): CardLine | undefined
  refresh(options: Partial<CardOptions>): void
}

const frameAnswersWithinMs = 15_000

export function newPaymentElement(
  base: string,
  options: () => CardOptions,
  onDestroy: () => void,
): PaymentElement {
  const emitter = newEmitter()
  let frame: HTMLIFrameElement | undefined
  let line: CardLine | undefined
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
    line?.hangUp()
    line = openCardLine(mounted, base, listeners)
    emit('loaderstart')
    const error = await Promise.race([
      line.call('setUp', options()).then(answer => answer.error),
      silence(options().locale),
    ]).catch(() => undefined)
    if (mounted !== frame || error === undefined) return
    if (error) {
      emit('loaderror', { error })
      return
    }
    emit('ready')
    emit('availablepaymentmethodschange', { paymentMethods: ['card'] })
  }

  const unmount = () => {
    line?.hangUp()
    line = undefined
    frame?.remove()
    frame = undefined
  }
  const tell = (name: 'focus' | 'blur' | 'clear') => {
    line?.call(name).catch(() => undefined)
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
      const mounted = privateFrame(`${base}/frames/card.html`, 'Secure payment input frame')
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
    focus: () => tell('focus'),
    blur: () => tell('blur'),
    clear: () => tell('clear'),
    collapse: () => undefined,
    line: () => line,
    refresh: changed => {
      line?.call('update', changed).catch(() => undefined)
    },
  }
}

/** A frame that never answers: the sandbox is down, or the page does not let it in. */
async function silence(locale: string): Promise<StripeError> {
  await new Promise(resolve => setTimeout(resolve, frameAnswersWithinMs))
  return { type: 'api_connection_error', message: ownMessage('api_connection_error', locale) }
}
