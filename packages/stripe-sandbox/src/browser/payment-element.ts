import type { StripePaymentElementOptions } from '@stripe/stripe-js'
import { proxy, type Remote, wrap } from 'comlink'
import {
  type CardForm,
  type CardOptions,
  type CardState,
  connectMessage,
  type Method,
} from './card-form'
import { checkFields, IntegrationError } from './options'

export type PaymentElement = ReturnType<typeof createPaymentElement>

export type ShownOptions = Omit<CardOptions, 'layout' | 'methods'>

/** The sandbox replaces this constant when it serves the script. */
const onDevice = '__CARD_SANDBOX_WALLETS__'

/** Creates the Payment Element, which has a frame and emits events. */
export function createPaymentElement(
  base: string,
  shownOptions: () => ShownOptions,
  initial: StripePaymentElementOptions,
) {
  checkFields(initial.fields)
  const { layout = 'tabs' } = initial
  const options = (): CardOptions => ({
    ...shownOptions(),
    layout: typeof layout === 'object' ? layout.type : layout,
    methods: methodsOf(initial),
  })
  const emitter = createEmitter()
  let frame: HTMLIFrameElement | undefined
  let form: Remote<CardForm> | undefined

  const onHeight = (pixels: number) => {
    if (frame) frame.style.height = `${pixels}px`
  }
  const onChange = (state: CardState) =>
    emitter.emit('change', { elementType: 'payment', collapsed: false, ...state })
  // The real script answers Enter in any of its fields with a submit event of the form around it.
  const onEnter = () =>
    frame?.closest('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  const setUp = async (mounted: HTMLIFrameElement) => {
    const { port1, port2 } = new MessageChannel()
    mounted.contentWindow?.postMessage(connectMessage, base, [port2])
    form = wrap<CardForm>(port1)
    // A blocked frame never answers, and this script says nothing of it, like the real one.
    const error = await form.setUp(options(), proxy({ onHeight, onChange, onEnter }))
    if (mounted !== frame) return
    if (error) emitter.emit('loaderror', { elementType: 'payment', error })
    else emitter.emit('ready', { elementType: 'payment' })
  }
  const unmount = () => {
    form = undefined
    frame?.remove()
    frame = undefined
  }

  return {
    ...emitter,
    mount(target: string | HTMLElement): void {
      const container = typeof target === 'string' ? document.querySelector(target) : target
      if (!container) throw new IntegrationError(`No element matches ${target}.`)
      unmount()
      const mounted = createFrame(`${base}/frames/card.html`, 'Secure payment input frame')
      // The frame is wider than its container, so that the focus ring of a field fits in.
      const height = `${formHeight(options())}px`
      Object.assign(mounted.style, { width: 'calc(100% + 4px)', marginInline: '-2px', height })
      mounted.addEventListener('load', () => setUp(mounted))
      frame = mounted
      container.replaceChildren(mounted)
    },
    unmount,
    destroy: unmount,
    /** The sandbox's form does not change its options later. */
    update: () => undefined,
    /** Only the sandbox's own script calls this. It returns undefined until the frame exists. */
    form: () => form,
    refresh: (changed: Partial<CardOptions>) => void form?.update(changed),
  }
}

/** Lists the card and the wallets that the device has and the page allows, in the page's order. */
function methodsOf({
  wallets = {},
  paymentMethodOrder: order = [],
}: StripePaymentElementOptions): Method[] {
  const { applePay, googlePay } = wallets
  const has = (wallet: Method, allowed = 'auto') =>
    allowed === 'auto' && onDevice.includes(wallet) ? [wallet] : []
  const methods: Method[] = ['card', ...has('apple_pay', applePay), ...has('google_pay', googlePay)]
  const rank = (method: Method) => (order.includes(method) ? order.indexOf(method) : order.length)
  return methods.sort((one, other) => rank(one) - rank(other))
}

let frames = 0

/**
 * Creates a frame with a name like those of the provider. Its styles are set one by one, because a content
 * security policy may forbid a style attribute.
 */
export function createFrame(source: string, title: string): HTMLIFrameElement {
  frames += 1
  const frame = document.createElement('iframe')
  const name = `__privateStripeFrame${frames}${Math.floor(Math.random() * 10_000)}`
  Object.assign(frame, { name, title, src: source })
  const styles = { border: '0', display: 'block', width: '100%', colorScheme: 'light' }
  Object.assign(frame.style, styles)
  return frame
}

/**
 * Returns the height of the card form, in CSS pixels, until its frame tells its own, so that nothing below
 * it moves. The height is the sum of the lines (in font sizes), gaps (in spacing units) and borders. If the
 * page uses other units than pixels, the form takes one small step.
 */
function formHeight({
  appearance: { variables = {} },
  methods: [first, ...others],
}: CardOptions): number {
  const pixels = (length: string | undefined, otherwise: number) =>
    Number(/^([\d.]+)px$/.exec(length ?? '')?.[1] ?? otherwise)
  const font = pixels(variables.fontSizeBase, 16)
  const gap = pixels(variables.spacingUnit, 4)
  const tabs = others.length > 0 ? 1.4 * font + 7 * gap + 2 : 0
  if (first !== 'card') return Math.ceil(tabs + 1.4 * font + 4)
  return Math.ceil(7.525 * font + 15 * gap + 12 + tabs)
}

type Handler = (event: unknown) => void

/** Creates an object with the `on` and `off` of the provider's objects. `off` ignores unknown listeners. */
function createEmitter() {
  const handlers = new Map<string, Set<Handler>>()
  const off = (name: string, handler: Handler) => handlers.get(name)?.delete(handler)
  const on = (name: string, handler: Handler): void => {
    handlers.set(name, (handlers.get(name) ?? new Set()).add(handler))
  }
  const emit = (name: string, event: unknown): void => {
    for (const handler of [...(handlers.get(name) ?? [])]) handler(event)
  }
  return { on, off, emit }
}
