import { cardTesting, networkShares } from '../../src/server/limits/limits'
import { type Simulation, startSimulation } from './simulation'

const second = 1_000
const minute = 60 * second

const cardMs = 250
const cardsAtOnce = 12
const attackMs = 15 * minute
/** Collects intents for so long before it tries a card: three for ten cards. */
const stockpileMs = 60 * minute

interface Attack {
  name: string
  address(turn: number): string
  /** Presses Pay on the page for each intent. */
  drafts: boolean
  stockpiled: boolean
}

const three = (turn: number) => ['198.51.100.1', '192.0.2.2', '2001:db8:66::1'][turn % 3] ?? ''
const ofOneSite = (turn: number) => `2001:db8:66:${(turn % 200).toString(16)}::1`
const ofManySites = (turn: number) => `2001:db8:${(turn % 200).toString(16)}:1::1`
const plain = { drafts: false, stockpiled: false }

const attacks: Attack[] = [
  { ...plain, name: '3 addresses', address: three },
  { ...plain, name: '200 /64s of one /48', address: ofOneSite },
  { ...plain, name: '200 /64s, each of another /48', address: ofManySites },
  { ...plain, name: '3 addresses, with drafts', address: three, drafts: true },
  { ...plain, name: '200 /64s of one /48, with drafts', address: ofOneSite, drafts: true },
  { ...plain, name: '3 addresses, an hour of stock', address: three, stockpiled: true },
  { ...plain, name: '200 /64s of one /48, an hour of stock', address: ofOneSite, stockpiled: true },
]

interface Defence {
  name: string
  limitFactor: string
  rules: Partial<typeof cardTesting>
  shares: number[]
}

const none = Number.POSITIVE_INFINITY
const off = { declines: none, openIntents: none }
const addressAlone = [1, none]

const defences: Defence[] = [
  { name: 'none', limitFactor: '9999', rules: off, shares: addressAlone },
  {
    name: 'declines by address',
    limitFactor: '1',
    rules: { ...off, declines: cardTesting.declines },
    shares: addressAlone,
  },
  {
    name: '+ by network',
    limitFactor: '1',
    rules: { ...cardTesting, openIntents: none },
    shares: [...networkShares],
  },
  {
    name: '+ cap of open intents',
    limitFactor: '1',
    rules: { ...cardTesting },
    shares: [...networkShares],
  },
]

/**
 * Prints how many of so many declined cards reach a bank, and how 50 honest visitors fare: with
 * every defence, and of the first attack without any; `each`: also as defences are added.
 */
export async function attackByCards({ cards, each }: { cards: number; each: boolean }) {
  const rows: object[] = []
  for (const attack of attacks)
    for (const defence of defences) {
      const isShown = defence === defences.at(-1) || (each && defence.rules !== off)
      if (!isShown && (attack !== attacks[0] || defence.rules !== off)) continue
      const row = await simulate(attack, defence, cards)
      rows.push({ attack: attack.name, defence: defence.name, ...row })
      console.error(JSON.stringify(rows.at(-1)))
    }
  console.table(rows)
}

async function simulate(attack: Attack, defence: Defence, cards: number) {
  Object.assign(cardTesting, defence.rules)
  networkShares.splice(0, 2, ...defence.shares)
  const simulation = await startSimulation(defence.limitFactor)
  const attackAt = simulation.now() + (attack.stockpiled ? stockpileMs : 0)
  const tester = testCards(simulation, attack, { attackAt, cards })
  const visitors = visit(simulation, attackAt)
  await simulation.run(attackAt + attackMs)
  await simulation.close()
  return { ...tester, ...visitors }
}

/** Takes every intent it is given and tries cards on it until it is cancelled. */
function testCards(
  simulation: Simulation,
  attack: Attack,
  { attackAt, cards }: { attackAt: number; cards: number },
) {
  const { now, after, createIntent, saveDraft, pay } = simulation
  const intents: string[] = []
  const counts = { 'cards at the bank': 0, 'in min': 0 }
  let turn = 0

  const collect = async (pauseMs: number) => {
    const address = attack.address(turn++)
    const intent = await createIntent(address)
    if (intent && attack.drafts) await saveDraft(intent, address)
    if (intent) intents.push(intent)
    const isEager = intent !== null && intents.length < cardsAtOnce
    const pause = now() < attackAt || isEager ? pauseMs : second
    if (counts['cards at the bank'] < cards) after(pause, () => collect(pauseMs))
  }
  const tryCard = async () => {
    if (counts['cards at the bank'] >= cards) return
    const place = Math.floor(Math.random() * intents.length)
    const intent = intents[place]
    const result = intent ? await pay(intent, 'declined') : 'canceled'
    if (result === 'declined') {
      counts['cards at the bank']++
      counts['in min'] = Math.round((now() - attackAt) / minute)
    } else if (intent) intents.splice(place, 1)
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
  const counts = { 'honest paid, of 20': 0, 'in the church, of 30': 0, 'pressed Pay again': 0 }

  const come = (index: number, address: string, paid: () => void) => {
    const press = async (intent: string | null, tries: number): Promise<void> => {
      if (!intent || tries === 0) return
      await saveDraft(intent, address)
      const card = index % 5 === 0 && tries === 4 ? 'declined' : 'good'
      const result = await pay(intent, card)
      if (result === 'paid' && (await placeOrder(intent, address))) paid()
      if (result === 'declined') after(20 * second, () => press(intent, tries - 1))
      if (result !== 'canceled') return
      counts['pressed Pay again']++
      const next = await createIntent(address)
      after(10 * second, () => press(next, tries - 1))
    }
    return async () => {
      if (index % 3 === 0) await createIntent(address)
      const intent = await createIntent(address)
      after((30 + ((index * 7) % 60)) * second, () => press(intent, 4))
    }
  }
  for (let i = 0; i < 30; i++)
    after(
      attackAt - now() + i * 10 * second,
      come(i, '203.0.113.1', () => counts['in the church, of 30']++),
    )
  for (let i = 0; i < 20; i++)
    after(
      attackAt - now() + i * 30 * second,
      come(i, `203.0.${i}.7`, () => counts['honest paid, of 20']++),
    )
  return counts
}
