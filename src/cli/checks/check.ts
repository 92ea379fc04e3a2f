import type { Shop } from '../command'
import type { Text } from '../print'

/** `attention`: it works but needs attention. `skipped`: it is not set up here. */
export type CheckState = 'ok' | 'attention' | 'fault' | 'skipped'

export interface Finding {
  state: CheckState
  /** What was found; what to do about it stands on the lines below. */
  text: Text
}

export type Check = (shop: Shop) => AsyncGenerator<Finding>

export const ok = (text: Text): Finding => ({ state: 'ok', text })
export const skipped = (text: Text): Finding => ({ state: 'skipped', text })
export const attention = (text: Text): Finding => ({ state: 'attention', text })
export const fault = (text: Text): Finding => ({ state: 'fault', text })
