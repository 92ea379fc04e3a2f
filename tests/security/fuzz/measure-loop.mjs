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

/** How long this thread has waited for a processor; 0 where Linux does not say. */
function readWaited() {
  try {
    const text = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8')
    return Number(text.split(' ')[1]) / 1e6
  } catch {
    return 0
  }
}

// What the histogram cannot tell: during which request it was, and why.
let late = []
let request = ''
let last = { at: performance.now(), waited: readWaited() }
subscribe('http.server.request.start', message => {
  request = message.request.headers['x-fuzz'] ?? ''
})
setInterval(() => {
  const now = { at: performance.now(), waited: readWaited() }
  const held = now.at - last.at
  if (held >= 5) late.push({ request, startTime: last.at, held, waited: now.waited - last.waited })
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
    late: late.map(({ request, held, waited, ...one }) => ({
      request,
      held,
      waited,
      own: held - waited - overlap({ ...one, held }),
    })),
  }
  process.stdout.write(`report ${JSON.stringify(report)}\n`)
  delay.reset()
  collected = []
  late = []
})
