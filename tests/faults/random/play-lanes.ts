import type { LaneNews } from './run-on-all-cores'
import { runRandom } from './run-random'

// One of the processes of run-on-all-cores: plays the lanes it is given and tells how it goes.

const tell = (news: LaneNews) => new Promise(done => process.send?.(news, done))
const run = JSON.parse(process.argv[2] ?? '')
const result = await runRandom({ ...run, onProgress: played => void tell({ played }) })
await tell({ result })
process.exit(0)
