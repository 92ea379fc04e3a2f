// Loaded into a process (`node --import`): on SIGWINCH it reports how long its event loop was held
// since the signal before, and why, in ms.
import { subscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay, PerformanceObserver, performance } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()

/** Garbage collections of a millisecond and more. */
let collected = []
new PerformanceObserver(list => {
  for (const { startTime, duration } of list.getEntries())
    if (duration >= 1) collected.push({ startTime, duration })
}).observe({ entryTypes: ['gc'] })

/** How long this thread has computed, and waited for a processor; null where Linux does not say. */
function readSpent() {
  try {
    const text = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8')
    const [computed, waited] = text.split(' ')
    return { computed: Number(computed) / 1e6, waited: Number(waited) / 1e6 }
  } catch {
    return null
  }
}

// What the histogram cannot tell: during which request it was, and why.
let late = []
let request = ''
let last = { at: performance.now(), spent: readSpent() }
subscribe('http.server.request.start', message => {
  request = message.request.headers['x-fuzz'] ?? ''
})
setInterval(() => {
  const now = { at: performance.now(), spent: readSpent() }
  const held = now.at - last.at
  const waited = now.spent ? now.spent.waited - last.spent.waited : 0
  const computed = now.spent ? now.spent.computed - last.spent.computed : held
  if (held >= 5) late.push({ request, startTime: last.at, held, waited, computed })
  last = now
}, 1).unref()

process.on('SIGWINCH', () => {
  const overlap = ({ startTime, held }) =>
    collected.reduce((sum, gc) => {
      const from = Math.max(startTime, gc.startTime)
      const to = Math.min(startTime + held, gc.startTime + gc.duration)
      return sum + Math.max(0, to - from)
    }, 0)
  const report = {
    max: delay.max / 1e6,
    p999: delay.percentile(99.9) / 1e6,
    collection: Math.max(0, ...collected.map(({ duration }) => duration)),
    late: late.map(one => ({
      ...one,
      disk: Math.max(0, one.held - one.waited - one.computed),
      own: Math.max(0, one.computed - overlap(one)),
    })),
  }
  process.stdout.write(`report ${JSON.stringify(report)}\n`)
  delay.reset()
  collected = []
  late = []
})
