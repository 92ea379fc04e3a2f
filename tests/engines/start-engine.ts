import type { Engine } from './engine'
import { startFirefox } from './firefox'
import { startWebKit } from './webkit'

/** The flame is still, as in Chromium's tests. `storage` false: as in an app's browser, or a strict one. */
export function startEngine(which: Engine, storage: boolean) {
  return which === 'webkit'
    ? startWebKit(storage ? [] : ['--enable-html5-local-storage=false'])
    : startFirefox({ 'ui.prefersReducedMotion': 1 }, storage ? [] : ['dom.storage.enabled'])
}
