import type { IntentAnswer, StripeError } from './call-api'

/**
 * What the page's script and the card frame say to each other, over a message port that only the
 * two of them hold. Card numbers never leave the frame.
 */
export interface Appearance {
  theme?: 'stripe' | 'night' | 'flat'
  variables?: Record<string, string>
}

export interface CardOptions {
  apiKey: string
  clientSecret: string | null
  locale: string
  appearance: Appearance
}

export interface ConfirmParams {
  return_url?: string
  payment_method?: string
  payment_method_data?: Record<string, unknown>
  [more: string]: unknown
}

/** Everything of `confirmParams` but the card, which the frame adds. */
export interface ConfirmRequest {
  clientSecret: string
  params: ConfirmParams
}

export interface CardCalls {
  setUp(options: CardOptions): { error: StripeError | null }
  update(options: Partial<CardOptions>): undefined
  validate(): { error: StripeError | null }
  confirm(request: ConfirmRequest): IntentAnswer
  focus(): undefined
  blur(): undefined
  clear(): undefined
}

export interface CardEvents {
  change: { empty: boolean; complete: boolean }
  focus: undefined
  blur: undefined
  escape: undefined
  height: number
}

export type ToFrame = {
  [K in keyof CardCalls]: { id: number; call: K; argument: Parameters<CardCalls[K]>[0] }
}[keyof CardCalls]

type EventMessage<E extends keyof CardEvents = keyof CardEvents> = {
  [K in E]: { event: K; detail: CardEvents[K] }
}[E]

export type FromFrame =
  | { id: number; result: unknown }
  | { id: number; failure: string }
  | EventMessage

export type CardListeners = { [E in keyof CardEvents]: (detail: CardEvents[E]) => void }

/** The one message that goes over the window: it carries the port. */
export const connectMessage = 'card-sandbox-connect'

/** The page's end of the channel to a card frame. */
export interface CardChannel {
  call<K extends keyof CardCalls>(
    name: K,
    argument?: Parameters<CardCalls[K]>[0],
  ): Promise<ReturnType<CardCalls[K]>>
  close(): void
}

/** Calls made before the frame has answered the connection wait in the port. */
export function openCardChannel(
  frame: HTMLIFrameElement,
  origin: string,
  listeners: CardListeners,
): CardChannel {
  const { port1: port, port2: theirs } = new MessageChannel()
  const waiting = new Map<number, { resolve(value: unknown): void; reject(reason: Error): void }>()
  let calls = 0

  port.onmessage = ({ data }: MessageEvent<FromFrame>) => {
    if ('event' in data) return hear(listeners, data)
    const caller = waiting.get(data.id)
    waiting.delete(data.id)
    if ('failure' in data) caller?.reject(new Error(data.failure))
    else caller?.resolve(data.result)
  }
  frame.contentWindow?.postMessage(connectMessage, origin, [theirs])

  return {
    call: (name, argument) => {
      calls += 1
      const id = calls
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        port.postMessage({ id, call: name, argument })
      })
    },
    close: () => {
      port.close()
      for (const { reject } of waiting.values()) reject(new Error('The card form is gone.'))
      waiting.clear()
    },
  }
}

function hear<E extends keyof CardEvents>(listeners: CardListeners, message: EventMessage<E>) {
  listeners[message.event](message.detail)
}
