import { exactly, type Figure, ours } from '../figure'
import { allCores, clientCore, pin, serverCore } from '../machine'
import { type Ours, startOurs } from '../programs/start-ours'
import type { Program } from '../programs/start-program'
import { makePaidIntents } from '../serve/paid-intents'
import { loadFreeOrders, loadIntents, loadPage, loadPaidOrders } from '../serve/requests'
import { describeRounds, runRounds } from '../serve/rounds'
import { startBareInsert, startBareServer, startBaseline } from '../serve/start-bare'
import type { Pace, Section } from './section'

/** What one core of a server can do. */
export const serving: Section = {
  title: 'The server',
  note: 'Ten connections of autocannon on one core, the server on the other; the card sandbox runs beside the client. Embedded store, emails as files, every write synced to disk.',
  async measure(pace) {
    const pinned = pin(clientCore)
    const product = await startOurs({ pinned, env: { TRUST_PROXY: '127.0.0.1' } })
    const bareServer = await startBareServer(product.server.url)
    const bareInsert = await startBareInsert()
    const baseline = await startBaseline(serverCore)
    try {
      return [
        ...(await measurePage(product.server, bareServer, baseline, pace)),
        ...(await measureFreeOrders(product.server, bareInsert, baseline, pace)),
        ...(await measurePaidOrders(product, bareInsert, pace)),
        ...(await measureIntents(product, pace)),
        measureMemory(product.server, bareInsert, baseline),
      ]
    } finally {
      for (const program of [product, bareServer, bareInsert, baseline]) await program.stop()
      pin(allCores)
    }
  },
}

async function measurePage(own: Program, bare: Program, baseline: Program, pace: Pace) {
  const run = (program: Program) => () => loadPage(program.url, pace)
  const rounds = await runRounds(
    [
      { who: ours, program: own, run: run(own) },
      { who: 'bare node:http', program: bare, run: run(bare) },
      { who: 'baseline', program: baseline, run: run(baseline) },
    ],
    pace.rounds,
  )
  return withBudget(describeRounds('Page', rounds), { atLeast: 0.9, times: 'bare node:http' })
}

async function measureFreeOrders(own: Program, bare: Program, baseline: Program, pace: Pace) {
  const run = (program: Program) => () => loadFreeOrders(program.url, { seconds: pace.seconds })
  const rounds = await runRounds(
    [
      { who: ours, program: own, run: run(own) },
      { who: 'bare insert', program: bare, run: run(bare) },
      { who: 'baseline', program: baseline, run: run(baseline) },
    ],
    pace.rounds,
  )
  const budget = { atLeast: 0.5, times: 'bare insert' }
  return withBudget(describeRounds('Order without donation', rounds), budget)
}

/** The client makes and pays the intents beforehand; only the orders are timed. */
async function measurePaidOrders(product: Ours, bare: Program, pace: Pace) {
  const { server } = product
  const paid = (email: string | null) => {
    const batches: string[][] = []
    return {
      async prepare() {
        for (let round = 0; round <= pace.rounds; round++)
          batches.push(await makePaidIntents(product, pace.paidOrders))
      },
      run: () => loadPaidOrders(server.url, batches.pop() ?? [], email),
    }
  }
  const [silent, thanked] = [paid(null), paid('olha@example.org')]
  await silent.prepare()
  await thanked.prepare()
  const contenders = [
    { who: ours, program: server, run: silent.run },
    { who: 'with email', program: server, run: thanked.run },
    {
      who: 'bare insert',
      program: bare,
      run: () => loadFreeOrders(bare.url, { amount: pace.paidOrders }),
    },
  ]
  const [plain, emailed, inserted] = await runRounds(contenders, pace.rounds)
  if (!plain || !emailed || !inserted) throw new Error('A contender did not run.')
  const withEmail = [{ ...emailed, who: ours }, inserted]
  return [
    ...describeRounds('Paid order', [plain, inserted]),
    ...withBudget(describeRounds('Paid order with its email', withEmail), {
      atLeast: 0.2,
      times: 'bare insert',
    }),
  ]
}

/** Ours asks the card sandbox, whose own cost is the second line: what it takes to answer us. */
async function measureIntents({ server, sandbox }: Ours, pace: Pace) {
  const run = () => loadIntents(server.url, { seconds: pace.seconds })
  const sandboxBefore = sandbox.cpuMs() ?? 0
  const rounds = await runRounds([{ who: ours, program: server, run }], pace.rounds)
  const answered = rounds[0]?.rounds.reduce((sum, round) => sum + round.answered, 0) ?? 0
  const spent = ((sandbox.cpuMs() ?? 0) - sandboxBefore) * 1000
  const figures = describeRounds('Payment intent', rounds)
  for (const { unit, samples } of figures)
    if (unit === 'µs of CPU') samples.push(exactly('of the card sandbox', spent / answered))
  return figures
}

function measureMemory(own: Program, bare: Program, baseline: Program): Figure {
  const sample = (who: string, program: Program) => exactly(who, program.peakMemoryMb() ?? 0)
  return {
    name: 'Most memory held under all of this',
    unit: 'MB',
    samples: [sample(ours, own), sample('bare insert', bare), sample('baseline', baseline)],
    budget: { atMost: 150 },
  }
}

/** The budget is one of throughput. */
function withBudget(figures: Figure[], budget: NonNullable<Figure['budget']>): Figure[] {
  return figures.map(figure => (figure.unit === 'per second' ? { ...figure, budget } : figure))
}
