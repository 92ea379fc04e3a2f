import type { LaneMessage } from './run-on-all-cores'
import { runRandom } from './run-random'

// One of the processes of run-on-all-cores: runs the given lanes and reports progress.

const report = (message: LaneMessage) => new Promise(done => process.send?.(message, done))
const run = JSON.parse(process.argv[2] ?? '')
const result = await runRandom({ ...run, onProgress: done => void report({ done }) })
await report({ result })
process.exit(0)
