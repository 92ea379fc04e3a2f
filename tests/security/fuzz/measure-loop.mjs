// Loaded into a process (`node --import`): on SIGWINCH it reports the longest that one turn of its event
// loop computed since the signal before, in times of a reference work: a slower machine takes longer for
// both.
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

const orders = Array.from({ length: 1_000 }, (_, i) => ({ name: 'Марія', purpose: 'Здоров’я', i }))
const text = JSON.stringify(orders)

const repeats = 20

/**
 * How long one piece of the kind of work takes that requests are: 49 kB are parsed, and their text is cleaned.
 * Of many, because Linux counts what a thread computes in steps of some milliseconds.
 */
function readReference() {
  const startedAt = readComputed()
  for (let i = 0; i < repeats; i += 1)
    JSON.stringify(JSON.parse(text))
      .replace(/[^\p{L}]+/gu, ' ')
      .normalize('NFC')
  return (readComputed() - startedAt) / repeats
}

// Compiled by then.
readReference()

let longest = 0
let last = readComputed()
setInterval(() => {
  const computed = readComputed()
  longest = Math.max(longest, computed - last)
  last = computed
}, 1).unref()

process.on('SIGWINCH', () => {
  process.stdout.write(`blocked ${longest} ms, ${longest / readReference()} times the reference\n`)
  longest = 0
  last = readComputed()
})
