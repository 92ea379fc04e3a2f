import { type Emitter, newEmitter } from './emitter'

/** An element the sandbox does not play: it takes its place on the page, is ready, and shows nothing. */
export interface QuietElement extends Emitter {
  mount(place: unknown): void
  unmount(): void
  destroy(): void
  update(options: unknown): void
  focus(): void
  blur(): void
  clear(): void
  collapse(): void
}

export function quietElement(type: string, onDestroy: () => void): QuietElement {
  const emitter = newEmitter()
  const nothing = () => undefined
  return {
    ...emitter,
    mount: () => {
      setTimeout(() => emitter.emit('ready', { elementType: type }))
    },
    unmount: nothing,
    destroy: onDestroy,
    update: nothing,
    focus: nothing,
    blur: nothing,
    clear: nothing,
    collapse: nothing,
  }
}
