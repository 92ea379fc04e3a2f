import assert from 'node:assert/strict'
import { childrenOf, startPostgres } from '../../setup/start-postgres'
import type { Environment } from '../environment'
import type { Afterwards, Row } from '../row'
import { traceCalls } from '../trace-calls'

const must = 'no order is answered before the sync; a rejected one can be sent again'

export const diskRows: Row[] = [
  {
    number: 11,
    fault: 'the disk fails to sync, embedded store',
    must,
    async run(env) {
      const disk = await failSyncs(env, [env.product.server.pid()])
      await orderDuringFault(env)
      await disk.repair()
      return orderAgain(env)
    },
  },
  postgresRow(),
]

function postgresRow(): Row {
  let database: Awaited<ReturnType<typeof startPostgres>>
  return {
    number: 12,
    fault: 'the disk fails to sync, PostgreSQL',
    must,
    async setUp() {
      database = await startPostgres({ fsync: true })
      return { options: { databaseUrl: database.url }, tearDown: () => database.stop() }
    },
    async run(env) {
      const postmaster = database.pid()
      const disk = await failSyncs(env, [postmaster, ...childrenOf(postmaster)])
      await orderDuringFault(env)
      await disk.repair()
      // PostgreSQL ends itself when a sync fails, and recovers at its next start.
      await database.restart()
      return orderAgain(env)
    },
  }
}

const names = Array.from({ length: 20 }, (_, index) => `Ганна ${index + 1}`)
const keyOf = (name: string) => `disk-${name.replace('Ганна ', '')}-of-20`

async function orderDuringFault(env: Environment): Promise<void> {
  const replies = await Promise.all(names.map(name => env.visitor(name).orderFree({}, keyOf(name))))
  const answered = replies.filter(reply => reply !== 'lost' && reply.body.success === true)
  assert.equal(answered.length, 0, 'success was answered before the sync')
}

async function orderAgain(env: Environment): Promise<Afterwards> {
  await env.until('orders are taken again', async () => {
    const replies = await Promise.all(
      names.map(name => env.visitor(name).orderFree({}, keyOf(name))),
    )
    return replies.every(reply => reply !== 'lost' && reply.body.success === true)
  })
  return snapshot => assert.equal(snapshot.orders.length, names.length)
}

/** Lets every sync of these processes, and of those they start, fail with EIO. */
async function failSyncs(env: Environment, pids: number[]): Promise<{ repair(): Promise<void> }> {
  const calls = 'fsync,fdatasync'
  const fault = ['-f', '-e', `trace=${calls}`, '-e', `inject=${calls}:error=EIO`]
  const tracer = await traceCalls(env, pids, fault)
  return { repair: tracer.end }
}
