import { request } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { compare, type Figure, inTurn, median, ours, type Section } from './figure'
import { createIntent, donate, load, loadPage, order } from './load'
import {
  type Answers,
  makeFolder,
  type Product,
  type Program,
  separateCores,
  serve,
  startBare,
  startProduct,
  startServer,
} from './programs'

const bareHttp = 'bare node:http'
const bareInsert = 'bare insert of the same rows'

/** Throughput and processor time on one core. */
export const server: Section = {
  note: 'Ten connections on one core, the server on the other with the embedded store, emails as files, every write synced to disk; the card sandbox runs next to the client.',
  async measure() {
    const rounds = 5
    separateCores()
    const product = await startProduct()
    try {
      return [
        await measurePages(product.server, rounds, 4),
        await measureOrders(product.server, rounds, 1_000),
        ...(await measurePaid(product, rounds, 150)),
        {
          name: 'Memory after all of this, peak',
          unit: 'MB',
          own: product.server.peakMemoryMb(),
          budget: { atMost: 150 },
        },
        await measureStart(rounds),
      ]
    } finally {
      await product.stop()
    }
  },
}

async function measurePages(own: Program, rounds: number, seconds: number): Promise<Figure> {
  const bare = await startBareServer(own.url)
  const runs = await inTurn(rounds, {
    [ours]: () => loadPage(own, seconds),
    [bareHttp]: () => loadPage(bare, seconds),
  })
  await bare.stop()
  return {
    name: 'Pages a second, one core',
    unit: 'per second',
    ...compare(runs, perSecond => perSecond),
    budget: { atLeast: 0.9, times: bareHttp },
  }
}

/** A server that answers with the same headers and bytes as this page. */
async function startBareServer(pageUrl: string): Promise<Program> {
  // Not `fetch`, which would unpack the body.
  const answers = await new Promise<Answers>((resolve, reject) => {
    request(pageUrl, { headers: { 'accept-encoding': 'gzip, br' } }, async answer => {
      const { date: _now, connection: _own, ...headers } = answer.headers
      const body = (await buffer(answer)).toString('base64')
      resolve({ '/': { headers, body } })
    })
      .once('error', reject)
      .end()
  })
  return serve(answers)
}

async function measureOrders(own: Program, rounds: number, count: number): Promise<Figure> {
  const bare = await startBareInsert()
  const send = (program: Program) => () => load(program, count, () => order(program))
  const runs = await inTurn(rounds, { [ours]: send(own), [bareInsert]: send(bare) })
  await bare.stop()
  return {
    name: 'Free orders a second, one core',
    unit: 'per second',
    ...compare(runs, run => run.perSecond),
    budget: { atLeast: 0.5, times: bareInsert },
  }
}

/** Inserts the rows that the product writes for one free order, in a store of its own. */
async function startBareInsert(): Promise<Program> {
  const dataDir = makeFolder()
  const server = await startServer({ DATA_DIR: dataDir })
  await order(server)
  // Until its notice to the temple is written.
  await sleep(2_500)
  await server.stop()
  return startBare('insert-order', join(dataDir, 'svichka.db'))
}

/** Processor time, because the provider's rate limit bounds the throughput. */
async function measurePaid(product: Product, rounds: number, count: number): Promise<Figure[]> {
  const { server } = product
  const { intent = [], paid = [] } = await inTurn(rounds, {
    intent: async () =>
      (await load(server, count, () => createIntent(server), { isPaced: true })).cpuMs,
    async paid() {
      const before = server.cpuMs()
      await load(server, count, () => donate(product), { isPaced: true })
      // The temple's notices and what the outbox still sends belong to the orders.
      await sleep(3_000)
      return (server.cpuMs() - before) / count
    },
  })
  return [
    {
      name: 'Processor time of a paid order, from its intent to its emails',
      unit: 'ms',
      own: median(paid),
      budget: { atMost: 4.2 },
    },
    {
      name: 'Processor time of a payment intent',
      unit: 'ms',
      own: median(intent),
      budget: { atMost: 1.2 },
    },
  ]
}

/** With an empty store each time, so its tables are created as well. */
async function measureStart(rounds: number): Promise<Figure> {
  const { start = [] } = await inTurn(rounds, {
    async start() {
      const startedAt = performance.now()
      const server = await startServer({})
      await (await fetch(server.url)).arrayBuffer()
      const tookMs = performance.now() - startedAt
      await server.stop()
      return tookMs
    },
  })
  return {
    name: 'First answer after a start',
    unit: 'ms',
    own: median(start),
    budget: { atMost: 1_000 },
  }
}
