type Handler = (event: unknown) => void

/** `on`, `once`, `off` as the provider's objects have them; `off` ignores unknown listeners. */
export function createEmitter() {
  const handlers = new Map<string, Set<Handler>>()
  const off = (name: string, handler?: Handler): void => {
    if (handler) handlers.get(name)?.delete(handler)
    else handlers.delete(name)
  }
  const on = (name: string, handler: Handler): void => {
    handlers.set(name, (handlers.get(name) ?? new Set()).add(handler))
  }
  const once = (name: string, handler: Handler): void =>
    on(name, function first(event) {
      off(name, first)
      handler(event)
    })
  const emit = (name: string, event: unknown): void => {
    for (const handler of [...(handlers.get(name) ?? [])]) handler(event)
  }
  return { on, once, off, emit }
}

/** An error in the page's code, never shown to a payer. */
export class IntegrationError extends Error {
  override name = 'IntegrationError'
}
