import { copyFileSync, existsSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { exactly, type Figure, inTurn, ours, type Section, summarize } from './figure'
import { load, loadPage } from './load'
import {
  leaveServerCore,
  makeFolder,
  type Product,
  type Program,
  releaseCores,
  startBare,
  startProduct,
} from './programs'
import { createIntent, makePaidIntents, orderFree, orderPaid } from './visitors'

const bareInsert = 'bare insert of the same rows'

/** Throughput and processor time on one core. */
export const server: Section = {
  note: 'Ten connections on one core, the server on the other with the embedded store, emails as files, every write synced to disk; the card sandbox runs next to the client.',
  async measure(isQuick) {
    const rounds = isQuick ? 1 : 5
    const isPinned = leaveServerCore()
    const product = await startProduct({ isPinned })
    try {
      return [
        await measurePage(product.server, rounds, isQuick ? 1 : 4),
        await measureOrders(product.server, rounds, isQuick ? 50 : 1_000),
        ...(await measurePaid(product, rounds, isQuick ? 20 : 150)),
        {
          name: 'Memory after all of this, peak',
          unit: 'MB',
          samples: [exactly(ours, product.server.peakMemoryMb())],
          budget: { atMost: 150 },
          isHeadline: true,
        },
        await measureStart(rounds),
      ]
    } finally {
      await product.stop()
      releaseCores()
    }
  },
}

async function measurePage(own: Program, rounds: number, seconds: number): Promise<Figure> {
  const bare = await startBareServer(own.url)
  const runs = await inTurn(rounds, {
    own: () => loadPage(own, seconds),
    bare: () => loadPage(bare, seconds),
  })
  await bare.stop()
  return {
    name: 'Pages a second, one core',
    unit: 'per second',
    samples: [summarize(ours, runs.own), summarize('bare node:http', runs.bare)],
    budget: { atLeast: 0.9, times: 'bare node:http' },
    isHeadline: true,
  }
}

async function measureOrders(own: Program, rounds: number, count: number): Promise<Figure> {
  const bare = await startBareInsert()
  const perSecond = async (program: Program) =>
    (await load(program, count, () => orderFree(program.url))).perSecond
  const runs = await inTurn(rounds, { own: () => perSecond(own), bare: () => perSecond(bare) })
  await bare.stop()
  return {
    name: 'Free orders a second, one core',
    unit: 'per second',
    samples: [summarize(ours, runs.own), summarize(bareInsert, runs.bare)],
    budget: { atLeast: 0.5, times: bareInsert },
    isHeadline: true,
  }
}

/** Processor time, because the provider's rate limit bounds the throughput. */
async function measurePaid(product: Product, rounds: number, count: number): Promise<Figure[]> {
  const { server } = product
  const { intent, paid } = await inTurn(rounds, {
    intent: async () => (await load(server, count, () => createIntent(server.url))).cpuMs,
    async paid() {
      const waiting = await makePaidIntents(product, count)
      const before = server.cpuMs()
      await load(server, count, () => {
        const intent = waiting.pop() ?? ''
        return orderPaid(server.url, intent, `${intent}@example.org`)
      })
      // The temple's notices and what the outbox still sends belong to the orders.
      await sleep(3_000)
      return (server.cpuMs() - before) / count
    },
  })
  return [
    {
      name: 'Processor time of a paid order with its emails',
      unit: 'ms',
      samples: [summarize(ours, paid)],
      budget: { atMost: 3 },
      isHeadline: true,
    },
    {
      name: 'Processor time of a payment intent',
      unit: 'ms',
      samples: [summarize(ours, intent)],
      budget: { atMost: 1.2 },
      isHeadline: true,
    },
  ]
}

/** A server that answers with the same headers and bytes as this page. */
async function startBareServer(pageUrl: string): Promise<Program> {
  const folder = makeFolder()
  const [headersFile, bodyFile] = [join(folder, 'headers.json'), join(folder, 'body')]
  // Not `fetch`, which would unpack the body.
  const { headers, body } = await new Promise<{ headers: object; body: Buffer }>(
    (resolve, reject) => {
      request(pageUrl, { headers: { 'accept-encoding': 'gzip, br' } }, async answer => {
        const { date: _now, connection: _own, ...headers } = answer.headers
        resolve({ headers, body: await buffer(answer) })
      })
        .once('error', reject)
        .end()
    },
  )
  writeFileSync(headersFile, JSON.stringify(headers))
  writeFileSync(bodyFile, body)
  return startBare('serve-bytes', headersFile, bodyFile)
}

/** Inserts the rows that the product wrote for one free order, in a store of its own. */
async function startBareInsert(): Promise<Program> {
  const product = await startProduct()
  await orderFree(product.server.url)
  // Until its notice to the temple is written.
  await sleep(2_500)
  await product.server.stop()
  const file = join(makeFolder(), 'svichka.db')
  for (const end of ['', '-wal'])
    if (existsSync(join(product.dataDir, `svichka.db${end}`)))
      copyFileSync(join(product.dataDir, `svichka.db${end}`), file + end)
  await product.stop()
  return startBare('insert-order', file)
}

/** With an empty store each time, so its tables are created as well. */
async function measureStart(rounds: number): Promise<Figure> {
  const runs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now()
    const product = await startProduct({ env: { CARD_PROVIDER: 'none' } })
    await (await fetch(product.server.url)).arrayBuffer()
    runs.push(performance.now() - startedAt)
    await product.stop()
  }
  return {
    name: 'First answer after a start, the sandbox first',
    unit: 'ms',
    samples: [summarize(ours, runs)],
    budget: { atMost: 1_000 },
  }
}
