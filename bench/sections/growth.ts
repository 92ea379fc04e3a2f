import { type Figure, summarize } from '../figure'
import { allCores, clientCore, pin } from '../machine'
import { makeFolder, startOurs } from '../programs/start-ours'
import { fillStore } from '../serve/fill-store'
import { type Load, load } from '../serve/load'
import { makePaidIntents } from '../serve/paid-intents'
import { loadFreeOrders, loadPage, loadPaidOrders } from '../serve/requests'
import type { Pace, Section } from './section'

interface Grown {
  who: string
  page: Load[]
  free: Load[]
  paid: Load[]
  health: Load[]
}

/** What a full store costs. */
export const growth: Section = {
  title: 'Growth',
  note: 'The same requests with ever more orders in the embedded store, each with its donation and two emails; mean time of an answer, ten at once.',
  async measure(pace) {
    const pinned = pin(clientCore)
    const dataDir = makeFolder()
    await (await startOurs({ dataDir })).stop()
    const grown: Grown[] = []
    for (const count of pace.stored) {
      fillStore(dataDir, count)
      grown.push(await measureFilled(dataDir, count, { pace, pinned }))
    }
    pin(allCores)
    return draw(grown)
  },
}

async function measureFilled(
  dataDir: string,
  count: number,
  { pace, pinned }: { pace: Pace; pinned: boolean },
): Promise<Grown> {
  const product = await startOurs({ dataDir, pinned })
  const { url } = product.server
  const grown: Grown = {
    who: `${count.toLocaleString('en')} orders`,
    page: [],
    free: [],
    paid: [],
    health: [],
  }
  for (let round = 0; round < pace.rounds; round++) {
    grown.page.push(await loadPage(url, { amount: 1000 }))
    grown.free.push(await loadFreeOrders(url, { amount: 200 }))
    const intents = await makePaidIntents(product, 50)
    grown.paid.push(await loadPaidOrders(url, intents, null))
    grown.health.push(await load({ url: `${url}/api/health`, connections: 1, amount: 50 }))
  }
  await product.stop()
  return grown
}

function draw(grown: Grown[]): Figure[] {
  const figure = (name: string, read: (grown: Grown) => Load[]): Figure => ({
    name,
    unit: 'ms',
    samples: grown.map(one =>
      summarize(
        one.who,
        read(one).map(({ mean }) => mean),
      ),
    ),
  })
  return [
    figure('Page', one => one.page),
    figure('Order without donation', one => one.free),
    figure('Paid order', one => one.paid),
    figure('Health', one => one.health),
  ]
}
