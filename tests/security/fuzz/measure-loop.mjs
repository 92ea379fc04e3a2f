// Loaded into a process (`node --import`): on SIGWINCH it reports how long its event loop was held
// since the signal before, in ms.
import { subscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import { PerformanceObserver, performance } from 'node:perf_hooks'

/** Garbage collections of a millisecond and more. */
let collected = []
new PerformanceObserver(list => {
  for (const { startTime, duration } of list.getEntries())
    if (duration >= 1) collected.push({ startTime, duration })
}).observe({ entryTypes: ['gc'] })

/** How long this thread has computed, ms; the time where Linux does not say. */
function readComputed() {
  try {
    const text = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8')
    return Number(text.split(' ')[0]) / 1e6
  } catch {
    return performance.now()
  }
}

let late = []
let request = ''
let last = { at: performance.now(), computed: readComputed() }
subscribe('http.server.request.start', message => {
  request = message.request.headers['x-fuzz'] ?? ''
})
setInterval(() => {
  const now = { at: performance.now(), computed: readComputed() }
  const held = now.at - last.at
  const computed = now.computed - last.computed
  if (held >= 5) late.push({ request, startTime: last.at, held, computed })
  last = now
}, 1).unref()

process.on('SIGWINCH', () => {
  const overlap = ({ startTime, held }) =>
    collected.reduce((sum, gc) => {
      const from = Math.max(startTime, gc.startTime)
      const to = Math.min(startTime + held, gc.startTime + gc.duration)
      return sum + Math.max(0, to - from)
    }, 0)
  const report = late.map(one => ({
    request: one.request,
    own: Math.max(0, one.computed - overlap(one)),
  }))
  process.stdout.write(`report ${JSON.stringify(report)}\n`)
  collected = []
  late = []
})
