// Ten minutes of mixed traffic at twice the rate at which p99 first doubles.
// Run: node --import tsx bench/load/mixed.ts [minutes]        embedded store
//      DATABASE_URL=postgres://... node --import tsx bench/load/mixed.ts [minutes]
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '../../src/server/config/read-config'
import { createServices } from '../../src/server/services'
import { clientCore, pin } from '../machine'
import { startOurs } from '../programs/start-ours'
import { findLost } from './find-lost'
import { percentile } from './percentile'
import { type Outcome, sendAtRate } from './send-at-rate'

const minutes = Number(process.argv[2] ?? 10)
const calmRate = 20
const stepSeconds = 10
const databaseUrl = process.env.DATABASE_URL

// The server has a core of its own; the visitors and the payment provider share the other.
const product = await startOurs({
  pinned: pin(clientCore),
  webhooks: true,
  env: {
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'fatal',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  },
})
const target = { url: product.server.url, sandboxUrl: product.sandbox.url }

await sendAtRate(target, calmRate, 3) // so that everything is loaded and compiled
const calm = await measure(calmRate, stepSeconds)
const rate = (await findKnee(calm.p99Ms)) * 2
console.log(`twice the rate at which p99 doubles: ${rate}/s; running ${minutes} min`)

const memory: number[] = []
const watch = setInterval(() => memory.push(Math.round(product.server.memoryMb() ?? 0)), 5_000)
const heavy = await sendAtRate(target, rate, minutes * 60)
clearInterval(watch)
console.log('heavy', summarize(heavy))
console.log('memory MB', {
  start: memory[2],
  middle: memory[memory.length >> 1],
  end: memory.at(-1),
})
await recover(calm.p99Ms)
await settleAll()
await product.stop()

async function measure(perSecond: number, seconds: number) {
  const summary = summarize(await sendAtRate(target, perSecond, seconds))
  console.log(`${perSecond}/s`, summary)
  return summary
}

/** Doubles the rate until p99 has doubled. */
async function findKnee(calmP99Ms: number): Promise<number> {
  for (let rate = calmRate * 2; ; rate *= 1.5) {
    const { p99Ms } = await measure(Math.round(rate), stepSeconds)
    if (p99Ms > 2 * calmP99Ms) return Math.round(rate)
  }
}

/** How visitors fare after the storm, until they are answered as fast as before it. */
async function recover(calmP99Ms: number): Promise<void> {
  const endedAt = Date.now()
  for (;;) {
    const { answers, p50Ms, p99Ms } = summarize(await sendAtRate(target, calmRate, 2))
    const seconds = Math.round((Date.now() - endedAt) / 1000)
    console.log(`${seconds} s after`, JSON.stringify({ answers, p50Ms, p99Ms }))
    if (p99Ms <= 2 * calmP99Ms || seconds > 120) break
  }
}

/** Lets what is under way end, then compares what visitors were told with what is stored. */
async function settleAll(): Promise<void> {
  await pause(5_000)
  await product.server.stop()
  const config = readConfig({
    DATA_DIR: product.dataDir,
    SANDBOX_PORT: new URL(target.sandboxUrl).port,
    LOG_LEVEL: 'silent',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  })
  let ahead = 0
  const services = await createServices(config, () => Date.now() + ahead)
  const lost = await findLost(services, target.sandboxUrl, heavy, ms => {
    ahead += ms
  })
  console.log('after all is settled', lost)
  await services.store.close()
}

function summarize(outcomes: Outcome[]) {
  const times = outcomes.filter(outcome => outcome.ok).map(outcome => outcome.ms)
  const answers: Record<string, number> = {}
  for (const { status } of outcomes) answers[status] = (answers[status] ?? 0) + 1
  return {
    sent: outcomes.length,
    answers,
    p50Ms: Math.round(percentile(times, 0.5)),
    p99Ms: Math.round(percentile(times, 0.99)),
  }
}
