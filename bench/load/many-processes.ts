// Server processes on one PostgreSQL, killed at random while visitors come; counts at the end.
// Run: node --import tsx bench/load/many-processes.ts [servers] [visitors] [seed]
import { checkPromises } from '../../tests/many-processes/check-promises'
import { finishWork } from '../../tests/many-processes/finish-work'
import { runShop } from '../../tests/many-processes/run-shop'
import { startPostgres } from '../../tests/set-up/start-postgres'

const [servers = 4, visitors = 600, seed = 1] = process.argv.slice(2).map(Number)

const database = await startPostgres()
const startedAt = Date.now()
const run = await runShop({ databaseUrl: database.url, servers, visitors, seed })
const seconds = Math.round((Date.now() - startedAt) / 1000)
const services = await finishWork(run.shop)
console.log({ servers, seconds, ...(await checkPromises(run, services)) })

// A check that finds nothing proves little, unless it finds what is taken away.
const victim = await services.store.db
  .deleteFrom('letters')
  .where('kind', '=', 'temple-notice')
  .where('subjectId', 'in', query => query.selectFrom('orders').select('id').limit(1))
  .executeTakeFirst()
const spoilt = await checkPromises(run, services)
console.log(`after ${victim.numDeletedRows} letter was taken away:`, spoilt.broken)

await services.store.close()
await run.shop.close()
await database.stop()
