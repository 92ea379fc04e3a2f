/** How long a toast stays, in ms. */
export const toastDuration = 5000
/** How long a dismissed toast is remembered, in ms. */
const toastRemovalDelay = 1_000_000

/** Toasts are named, not worded: a language switch rewords one that is on the screen. */
export type ToastMessage =
  | { kind: 'order-submitted'; userEmailSent: boolean }
  | { kind: 'order-failed' }
  | { kind: 'order-too-often' }

export interface ShownToast {
  id: number
  message: ToastMessage
  open: boolean
}

export interface Toasts {
  read: () => ShownToast | undefined
  subscribe: (listener: () => void) => () => void
  show: (message: ToastMessage) => void
  dismiss: (id: number) => void
}

/** One toast at a time: a new one takes the place of the last. */
export function createToasts(): Toasts {
  let shown: ShownToast | undefined
  let lastId = 0
  const listeners = new Set<() => void>()

  function put(next: ShownToast | undefined) {
    shown = next
    for (const listener of listeners) listener()
  }

  return {
    read: () => shown,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    show(message) {
      lastId += 1
      put({ id: lastId, message, open: true })
    },
    dismiss(id) {
      if (shown?.id !== id || !shown.open) return
      put({ ...shown, open: false })
      setTimeout(() => {
        if (shown?.id === id) put(undefined)
      }, toastRemovalDelay)
    },
  }
}
