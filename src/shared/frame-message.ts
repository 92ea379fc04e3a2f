import * as v from 'valibot'
import { LanguageSchema } from './language'

/**
 * What the page tells the window that embeds it. `height`: whole CSS pixels of the content.
 * `ordered` says that an order was stored, and nothing of whose it is.
 */
export type FrameMessage =
  | { type: 'IFRAME_HEIGHT'; height: number }
  | { type: 'svichka:ready' }
  | { type: 'svichka:ordered'; donated: boolean }

/** What that window may ask of the page: its height once more, or another language or theme. */
export const HostMessageSchema = v.object({
  type: v.picklist(['svichka:height', 'svichka:settings']),
  language: v.optional(LanguageSchema),
  theme: v.optional(v.picklist(['light', 'dark'])),
})
