import { setTimeout as pause } from 'node:timers/promises'
import type { World } from './start-world'

/** Until nothing that is due now waits; a dead server's webhooks wait for later. */
export async function letWebhooksArrive(world: World): Promise<void> {
  for (let look = 0; look < 50; look += 1) {
    const now = world.now()
    const deliveries = await world.sandbox.deliveries()
    if (!deliveries.some(one => one.state === 'pending' && one.due <= now)) return
    await pause(2)
  }
}

/** After a wait that is longer than any bank thinks. */
async function letTheBankAct(world: World): Promise<void> {
  for (let look = 0; look < 500 && (await world.sandbox.plansToCome()) > 0; look += 1)
    await pause(2)
}

const minute = 60_000

/** The faults end, the server runs, and time passes: grace by grace, as it would on a quiet day. */
export async function drain(world: World): Promise<void> {
  await world.sandbox.clear()
  await world.crash()
  await world.boot()
  for (const ms of [61_000, 11 * minute, 61 * minute, 26 * 60 * minute, 2 * minute]) {
    await world.advance(ms)
    await letTheBankAct(world)
    await letWebhooksArrive(world)
    await world.settle()
    await world.reconcile()
    await world.settle()
    await world.sendLetters()
  }
}
