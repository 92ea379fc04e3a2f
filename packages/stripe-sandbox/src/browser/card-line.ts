import {
  type CardCalls,
  type CardEventName,
  type CardListeners,
  connectMessage,
  type EventMessage,
  type FromFrame,
} from './frame-talk'

/** The page's end of the line to a card frame. */
export interface CardLine {
  call<K extends keyof CardCalls>(
    name: K,
    argument?: Parameters<CardCalls[K]>[0],
  ): Promise<ReturnType<CardCalls[K]>>
  hangUp(): void
}

interface Waiting {
  resolve(value: unknown): void
  reject(reason: Error): void
}

/** Calls made before the frame has answered the connection wait in the port. */
export function openCardLine(
  frame: HTMLIFrameElement,
  origin: string,
  listeners: CardListeners,
): CardLine {
  const { port1: port, port2: theirs } = new MessageChannel()
  const waiting = new Map<number, Waiting>()
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
    hangUp: () => {
      port.close()
      for (const { reject } of waiting.values()) reject(new Error('The card form is gone.'))
      waiting.clear()
    },
  }
}

function hear<E extends CardEventName>(listeners: CardListeners, message: EventMessage<E>): void {
  listeners[message.event](message.detail)
}
