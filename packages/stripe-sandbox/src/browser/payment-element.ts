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

/** Replaced by the sandbox when it serves the script. */
const onDevice = '__CARD_SANDBOX_WALLETS__'

/** The Payment Element: an emitter with a frame in it. */
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
    // A frame that is blocked never answers, and nothing is heard of it: the real script is as silent.
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
      // Wider than its container, for the focus ring of the fields.
      const height = `${formHeight(options())}px`
      Object.assign(mounted.style, { width: 'calc(100% + 4px)', marginInline: '-2px', height })
      mounted.addEventListener('load', () => setUp(mounted))
      frame = mounted
      container.replaceChildren(mounted)
    },
    unmount,
    destroy: unmount,
    /** The options of a form do not change here. */
    update: () => undefined,
    /** Internal; undefined until the frame exists. */
    form: () => form,
    refresh: (changed: Partial<CardOptions>) => void form?.update(changed),
  }
}

/** Cards, and the wallets that the device has and the page allows, as the page orders them. */
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

/** Named like the provider's frames. Styled by property, because a CSP may forbid a style attribute. */
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
 * The card form's height in CSS pixels before its frame has answered, so that nothing below it moves.
 * The sum of its lines (in font sizes), gaps (in spacing units) and borders; with units other than
 * pixels the page sees one small step.
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

/** `on` and `off` as the provider's objects have them; `off` ignores unknown listeners. */
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
