import { setTimeout as sleep } from 'node:timers/promises'
import type { System } from './start-system'

/** Runs until nothing is due; webhooks to a crashed server stay pending. */
export async function letWebhooksArrive(system: System): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const now = system.now()
    const deliveries = await system.sandbox.deliveries()
    if (!deliveries.some(one => one.state === 'pending' && one.due <= now)) return
    await sleep(2)
  }
}

/** After a wait longer than any bank's delay. */
async function letTheBankAct(system: System): Promise<void> {
  for (let attempt = 0; attempt < 500 && (await system.sandbox.plansToCome()) > 0; attempt += 1)
    await sleep(2)
}

const minute = 60_000

/** Ends the faults, runs the server and advances the clock by one grace time after another. */
export async function drain(system: System): Promise<void> {
  await system.sandbox.clear()
  await system.crash()
  await system.boot()
  for (const ms of [61_000, 11 * minute, 61 * minute, 26 * 60 * minute, 2 * minute]) {
    await system.advance(ms)
    await letTheBankAct(system)
    await letWebhooksArrive(system)
    await system.sync()
    await system.reconcile()
    await system.sync()
    await system.sendEmails()
  }
}
