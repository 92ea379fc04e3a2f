type Handler = (event: unknown) => void

/** `on`, `once`, `off` as the provider's objects have them; `off` takes strangers. */
export interface Emitter {
  on(name: string, handler: Handler): void
  once(name: string, handler: Handler): void
  off(name: string, handler?: Handler): void
  emit(name: string, event: unknown): void
}

export function createEmitter(): Emitter {
  const handlers = new Map<string, Set<Handler>>()
  const off: Emitter['off'] = (name, handler) => {
    if (handler) handlers.get(name)?.delete(handler)
    else handlers.delete(name)
  }
  const on: Emitter['on'] = (name, handler) => {
    const known = handlers.get(name) ?? new Set()
    handlers.set(name, known.add(handler))
  }
  return {
    on,
    off,
    once: (name, handler) => {
      const first: Handler = event => {
        off(name, first)
        handler(event)
      }
      on(name, first)
    },
    emit: (name, event) => {
      for (const handler of [...(handlers.get(name) ?? [])]) handler(event)
    },
  }
}

/** The page's author has made a mistake: thrown, never shown to a payer. */
export class IntegrationError extends Error {
  override name = 'IntegrationError'
}
