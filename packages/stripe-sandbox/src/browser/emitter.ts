export type Handler = (event: unknown) => void

/** `on`, `once`, `off` as the provider's objects have them; they never throw for a stranger. */
export interface Emitter {
  on(name: string, handler: Handler): void
  once(name: string, handler: Handler): void
  off(name: string, handler?: Handler): void
  emit(name: string, event: unknown): void
}

export function newEmitter(): Emitter {
  const handlers = new Map<string, Set<Handler>>()
  const off = (name: string, handler?: Handler) => {
    if (handler) handlers.get(name)?.delete(handler)
    else handlers.delete(name)
  }
  const on = (name: string, handler: Handler) => {
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
