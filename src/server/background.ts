import { randomUUID } from 'node:crypto'
import { reconcile } from './donations/reconcile'
import { settleDue } from './donations/settle-due'
import { createLoop, type Loop } from './loop'
import type { Services } from './services'
import { releaseLease, takeLease } from './store/leases'

const settlingPauseMs = 1_000
const reconcilerPauseMs = 3 * 60_000

/** What the server does when nobody asks: settles what is due, and looks for what was missed. */
export interface Background {
  settling: Loop
  reconciler: Loop
}

export function createBackground(services: Services): Background {
  const { log } = services
  return {
    settling: createLoop({
      name: 'settling',
      pauseMs: settlingPauseMs,
      log,
      turn: () => settleDue(services),
    }),
    reconciler: createLoop({
      name: 'reconciler',
      pauseMs: reconcilerPauseMs,
      log,
      turn: () => alone(services, 'reconciler', () => reconcile(services)),
    }),
  }
}

/** Of several processes one does it; the lease ends by itself if that one dies. */
async function alone(services: Services, name: string, task: () => Promise<void>): Promise<void> {
  const { db } = services.store
  const holder = randomUUID()
  const now = services.now()
  if (!(await takeLease(db, { name, holder, now, until: now + reconcilerPauseMs }))) return
  try {
    await task()
  } finally {
    await releaseLease(db, name, holder)
  }
}
