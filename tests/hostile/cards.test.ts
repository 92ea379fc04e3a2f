import { expect, test } from 'vitest'
import { minute, type Simulation, second, startSimulation } from './simulation'

const cards = 5_000
const cardMs = 250
const cardsAtOnce = 12
const attackMs = 15 * minute
/** Collects intents for so long before it tries a card: three for ten cards. */
const stockpileMs = 60 * minute

interface Attack {
  address(turn: number): string
  /** Clicks Pay on the page for each intent. */
  drafts?: boolean
  stockpiled?: boolean
}

const three = (turn: number) => ['198.51.100.1', '192.0.2.2', '2001:db8:66::1'][turn % 3] ?? ''
const ofOneSite = (turn: number) => `2001:db8:66:${(turn % 200).toString(16)}::1`

const attacks: [from: string, most: number, attack: Attack][] = [
  ['3 addresses', 100, { address: three }],
  ['200 /64s of one /48', 100, { address: ofOneSite }],
  ['3 addresses, with drafts', 130, { address: three, drafts: true }],
  ['200 /64s of one /48, with drafts', 130, { address: ofOneSite, drafts: true }],
  ['3 addresses, an hour of stock', 100, { address: three, stockpiled: true }],
  ['200 /64s of one /48, an hour of stock', 100, { address: ofOneSite, stockpiled: true }],
]

test.each(attacks)(
  `of ${cards} stolen cards tried from %s at most %i reach a bank, and visitors pay`,
  { timeout: 3_600_000 },
  async (_from, most, attack) => {
    const { reached, paid, inChurch } = await simulate(attack)
    expect(reached).toBeLessThanOrEqual(most)
    expect([paid, inChurch]).toEqual([20, 30])
  },
)

async function simulate(attack: Attack) {
  const simulation = await startSimulation()
  const attackAt = simulation.now() + (attack.stockpiled ? stockpileMs : 0)
  const tester = testCards(simulation, attack, attackAt)
  const visitors = visit(simulation, attackAt)
  await simulation.run(attackAt + attackMs)
  await simulation.close()
  return { ...tester, ...visitors }
}

/** Takes every intent it is given and tries cards on it until it is canceled. */
function testCards(simulation: Simulation, attack: Attack, attackAt: number) {
  const { now, after, createIntent, saveDraft, pay } = simulation
  const intents: string[] = []
  const counts = { reached: 0 }
  let turn = 0

  const collect = async (pauseMs: number) => {
    const address = attack.address(turn++)
    const intent = await createIntent(address)
    if (intent && attack.drafts) await saveDraft(intent, address)
    if (intent) intents.push(intent)
    const isEager = intent !== null && intents.length < cardsAtOnce
    const pause = now() < attackAt || isEager ? pauseMs : second
    if (counts.reached < cards) after(pause, () => collect(pauseMs))
  }
  const tryCard = async () => {
    if (counts.reached >= cards) return
    const place = Math.floor(Math.random() * intents.length)
    const intent = intents[place]
    const result = intent ? await pay(intent, false) : 'canceled'
    if (result === 'declined') counts.reached += 1
    else if (intent) intents.splice(place, 1)
    after(intent ? cardMs : second, tryCard)
  }
  after(0, () => collect(attack.stockpiled ? stockpileMs / (0.3 * cards) : 100))
  for (let i = 0; i < cardsAtOnce; i++) after(attackAt - now() + i * 20, tryCard)
  return counts
}

/**
 * Thirty in a church behind one address within five minutes, and twenty elsewhere within ten. Each
 * third chooses an amount twice, each fifth has a card declined first; half a minute to a minute
 * and a half passes between amount and Pay.
 */
function visit(simulation: Simulation, attackAt: number) {
  const { now, after, createIntent, saveDraft, placeOrder, pay } = simulation
  const counts = { paid: 0, inChurch: 0 }

  const come = (index: number, address: string, paid: keyof typeof counts) => {
    const clickPay = async (intent: string | null, tries: number): Promise<void> => {
      if (!intent || tries === 0) return
      await saveDraft(intent, address)
      const result = await pay(intent, index % 5 !== 0 || tries < 4)
      if (result === 'paid' && (await placeOrder(intent, address))) counts[paid]++
      if (result === 'declined') after(20 * second, () => clickPay(intent, tries - 1))
      if (result !== 'canceled') return
      const next = await createIntent(address)
      after(10 * second, () => clickPay(next, tries - 1))
    }
    return async () => {
      if (index % 3 === 0) await createIntent(address)
      const intent = await createIntent(address)
      after((30 + ((index * 7) % 60)) * second, () => clickPay(intent, 4))
    }
  }
  const arrive = (index: number, spacingMs: number, visitor: () => Promise<void>) =>
    after(attackAt - now() + index * spacingMs, visitor)
  for (let i = 0; i < 30; i++) arrive(i, 10 * second, come(i, '203.0.113.1', 'inChurch'))
  for (let i = 0; i < 20; i++) arrive(i, 30 * second, come(i, `203.0.${i}.7`, 'paid'))
  return counts
}
