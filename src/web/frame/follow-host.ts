import * as v from 'valibot'
import { HostMessageSchema } from '../../shared/frame-message'
import { isFrozen } from '../checkout/state'
import type { CheckoutStore } from '../checkout/store'
import { switchLanguage } from '../locales/switch-language'
import { tellHost } from './post-height'

/** Does what the embedding page asks; `store` is missing on a page that has no form. */
export function followHost(tellHeight: () => void, store?: CheckoutStore): void {
  if (window.parent === window) return
  window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    const message = v.safeParse(HostMessageSchema, data)
    if (source !== window.parent || !message.success) return
    if (message.output.type === 'svichka:height') return tellHeight()
    const { language, theme } = message.output
    if (theme) Object.assign(document.documentElement.dataset, { theme, asked: theme })
    if (language && store && !isFrozen(store.getState()))
      switchLanguage(store, language).catch(reportError)
  })
}

/** Tells the embedding page of every order that was stored, without a word of what is in it. */
export function tellOrders(store: CheckoutStore): void {
  let { dialog } = store.getState()
  store.subscribe(() => {
    const before = dialog
    dialog = store.getState().dialog
    if (!dialog || dialog === before || dialog.kind === 'payment-failed') return
    tellHost({ type: 'svichka:ordered', donated: dialog.uah !== undefined })
  })
}
