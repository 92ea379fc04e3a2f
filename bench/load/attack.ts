// The attack that open payment forms meet: 20,000 intents asked for and 5,000 declined cards tried
// from three addresses, while fifty visitors give. Run: node --import tsx bench/load/attack.ts
import { setTimeout as pause } from 'node:timers/promises'
import { startProduct } from '../../tests/processes'
import { createCardTester } from './card-tester'
import { type Gift, giveDonation } from './give-donation'
import { percentile } from './percentile'

const testers = ['198.51.100.1', '198.51.100.2', '2001:db8:66::1']
const intentsWanted = 20_000
const cardsToTry = 5_000
const visitors = 50
const visitorsComeWithinMs = 90_000

const product = await startProduct({ env: { TRUST_PROXY: '127.0.0.1' } })
const tester = createCardTester(product)

async function attack(): Promise<void> {
  const attackers = testers.flatMap(address =>
    Array.from({ length: 4 }, async () => {
      while (tester.counts.intentsAsked < intentsWanted) await tester.askForIntent(address)
    }),
  )
  const tries = Array.from({ length: 12 }, async () => {
    while (tester.counts.cardsTried < cardsToTry) await tester.tryCard()
  })
  await Promise.all([...attackers, ...tries])
}

/** A fifth of the visitors share one address, as in a church; the others have one each. */
async function visit(index: number): Promise<Gift> {
  await pause((index / visitors) * visitorsComeWithinMs)
  const address = index % 5 === 0 ? '203.0.113.1' : `203.0.113.${index + 2}`
  return giveDonation(product, address)
}

const startedAt = Date.now()
const [gifts] = await Promise.all([
  Promise.all(Array.from({ length: visitors }, (_, index) => visit(index))),
  attack(),
])
const seconds = Math.round((Date.now() - startedAt) / 1000)
const times = gifts.map(gift => gift.ms)
console.log(
  JSON.stringify(
    {
      seconds,
      attackers: tester.counts,
      visitors: {
        came: gifts.length,
        paidAndOrdered: gifts.filter(gift => gift.ordered).length,
        askedForProof: gifts.filter(gift => gift.proved).length,
        medianMs: percentile(times, 0.5),
        slowestMs: Math.max(...times),
      },
      serverMemoryMb: product.server.memory(),
    },
    null,
    2,
  ),
)
await product.stop()
