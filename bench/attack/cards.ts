import { networkFactors } from '../../src/server/address-hash'
import { cardTesting } from '../../src/server/orders/card-testing'
import { minute, type Simulation, second, startSimulation } from './simulation'

const cardMs = 250
const cardsAtOnce = 12
const attackMs = 15 * minute
/** Collects intents for so long before it tries a card: three for ten cards. */
const stockpileMs = 60 * minute

interface Attack {
  address(turn: number): string
  /** Presses Pay on the page for each intent. */
  drafts?: boolean
  stockpiled?: boolean
}

const three = (turn: number) => ['198.51.100.1', '192.0.2.2', '2001:db8:66::1'][turn % 3] ?? ''
const ofOneSite = (turn: number) => `2001:db8:66:${(turn % 200).toString(16)}::1`
const ofManySites = (turn: number) => `2001:db8:${(turn % 200).toString(16)}:1::1`

const attacks: Record<string, Attack> = {
  '3 addresses': { address: three },
  '200 /64s of one /48': { address: ofOneSite },
  '200 /64s, each of another /48': { address: ofManySites },
  '3 addresses, with drafts': { address: three, drafts: true },
  '200 /64s of one /48, with drafts': { address: ofOneSite, drafts: true },
  '3 addresses, an hour of stock': { address: three, stockpiled: true },
  '200 /64s of one /48, an hour of stock': { address: ofOneSite, stockpiled: true },
}

/** Prints how many of so many declined cards reach a bank, and how 50 honest visitors fare. */
export async function attackByCards(cards: number): Promise<void> {
  const rows: object[] = []
  for (const [name, attack] of Object.entries(attacks))
    rows.push({ attack: name, ...(await simulate(attack, cards)) })
  const none = Number.POSITIVE_INFINITY
  Object.assign(cardTesting, { declines: none, openIntents: none })
  networkFactors.splice(0, 2, 1, none)
  const undefended = await simulate({ address: three }, cards, '9999')
  console.table([{ attack: '3 addresses, without any defence', ...undefended }, ...rows])
}

async function simulate(attack: Attack, cards: number, limitFactor = '1') {
  const simulation = await startSimulation(limitFactor)
  const attackAt = simulation.now() + (attack.stockpiled ? stockpileMs : 0)
  const tester = testCards(simulation, attack, { attackAt, cards })
  const visitors = visit(simulation, attackAt)
  await simulation.run(attackAt + attackMs)
  await simulation.close()
  return { ...tester, ...visitors }
}

/** Takes every intent it is given and tries cards on it until it is canceled. */
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
    const result = intent ? await pay(intent, false) : 'canceled'
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

  const come = (index: number, address: string, paid: keyof typeof counts) => {
    const press = async (intent: string | null, tries: number): Promise<void> => {
      if (!intent || tries === 0) return
      await saveDraft(intent, address)
      const result = await pay(intent, index % 5 !== 0 || tries < 4)
      if (result === 'paid' && (await placeOrder(intent, address))) counts[paid]++
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
  const arrive = (index: number, spacingMs: number, visitor: () => Promise<void>) =>
    after(attackAt - now() + index * spacingMs, visitor)
  for (let i = 0; i < 30; i++)
    arrive(i, 10 * second, come(i, '203.0.113.1', 'in the church, of 30'))
  for (let i = 0; i < 20; i++) arrive(i, 30 * second, come(i, `203.0.${i}.7`, 'honest paid, of 20'))
  return counts
}
