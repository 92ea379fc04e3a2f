// Loaded into the server (`node --import`): answers SIGWINCH with how long its event loop was held
// since the signal before, in ms.
import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
process.on('SIGWINCH', () => {
  process.stdout.write(`held ${(delay.max / 1e6).toFixed(1)} ms\n`)
  delay.reset()
})
