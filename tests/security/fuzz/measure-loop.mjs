// Loaded into a process (`node --import`): on SIGWINCH it reports the longest time, in ms, that one
// turn of its event loop computed since the signal before.
import { readFileSync } from 'node:fs'

/** How long this thread has computed, ms; the time where Linux does not say. */
function readComputed() {
  try {
    const text = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8')
    return Number(text.split(' ')[0]) / 1e6
  } catch {
    return performance.now()
  }
}

let longest = 0
let last = readComputed()
setInterval(() => {
  const computed = readComputed()
  longest = Math.max(longest, computed - last)
  last = computed
}, 1).unref()

process.on('SIGWINCH', () => {
  process.stdout.write(`blocked ${longest} ms\n`)
  longest = 0
})
