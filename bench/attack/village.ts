import { randomUUID } from 'node:crypto'
import { minute, type Simulation, second, startSimulation } from './simulation'

const phones = 200
const hourMs = 60 * minute
const address = '203.0.113.1'
/** The stranger has been there for a quarter of an hour when the service ends. */
const startsMs = 15 * minute

/** Resolves to whether it was taken. */
type Stranger = (simulation: Simulation) => Promise<boolean>

const strangers: Record<string, Stranger> = {
  'free orders': async ({ placeFreeOrder }) => (await placeFreeOrder(address)) === 0,
  intents: async ({ createIntent }) => (await createIntent(address)) !== null,
  'drafts of payments that do not exist': ({ saveDraft }) =>
    saveDraft(`pi_${randomUUID().replaceAll('-', '')}`, address),
}

/**
 * An evening hour of a village behind one IPv4 address: a hundred of its phones come in the first
 * minute, a hundred more through the hour. Half order without a donation; half donate, each third of
 * those after another amount. Who is rejected tries again after as long as he is told, but a minute at
 * least, up to five times within the hour. `rates`: what a stranger among them sends a second.
 */
export async function attackVillage(rates: number[]): Promise<void> {
  const rows: object[] = [{ 'a stranger sends': 'nothing', ...(await simulate(null, 1)) }]
  for (const [name, stranger] of Object.entries(strangers))
    for (const rate of rates)
      rows.push({
        'a stranger sends': `${name}, ${rate} a second`,
        ...(await simulate(stranger, rate)),
      })
  console.table(rows)
}

async function simulate(stranger: Stranger | null, rate: number) {
  const simulation = await startSimulation()
  const { now, after, run, close } = simulation
  const endsAt = now() + startsMs + hourMs
  let taken = 0
  const attack = async (): Promise<void> => {
    if (await stranger?.(simulation)) taken += 1
    after(second / rate, attack)
  }
  if (stranger) after(0, attack)
  const village = come(simulation, endsAt)
  await run(endsAt)
  await close()
  return { ...village, 'of his taken': taken }
}

/** Nobody presses again to the second, nor comes when a stranger's request does. */
const hesitate = () => Math.random() * 30 * second
const arrive = () => Math.random() * second

function come(simulation: Simulation, endsAt: number) {
  const { now, after, createIntent, placeFreeOrder, saveDraft, pay, placeOrder } = simulation
  const counts = {
    'free orders, of 100': 0,
    'at the first try': 0,
    'donations, of 100': 0,
    'at first': 0,
    'intents lost while typing': 0,
    'without a draft': 0,
  }

  const orderFree = async (tries: number): Promise<void> => {
    const waitMs = await placeFreeOrder(address)
    if (waitMs === 0) {
      counts['free orders, of 100'] += 1
      if (tries === 1) counts['at the first try'] += 1
    } else if (tries < 6) after(Math.max(waitMs, minute) + hesitate(), () => orderFree(tries + 1))
  }
  const donate = async (phone: number, tries: number): Promise<void> => {
    if (phone % 3 === 0 && tries === 1) await createIntent(address)
    const intent = await createIntent(address)
    const again = () => donate(phone, tries + 1)
    if (intent === null) {
      if (tries < 6) after(minute + hesitate(), again)
      return
    }
    const typingMs = (30 + ((phone * 7) % 90)) * second
    after(typingMs, async () => {
      if (!(await saveDraft(intent, address))) counts['without a draft'] += 1
      const result = await pay(intent, true)
      if (result === 'canceled') {
        counts['intents lost while typing'] += 1
        if (tries < 6) await again()
      } else if (await placeOrder(intent, address)) {
        counts['donations, of 100'] += 1
        if (tries === 1) counts['at first'] += 1
      }
    })
  }
  for (let phone = 0; phone < phones; phone++) {
    const place = Math.floor(phone / 2)
    const inHourMs = place < 50 ? place * 1.2 * second : minute + (place - 50) * 65 * second
    const come = () => (phone % 2 ? donate(phone, 1) : orderFree(1))
    after(endsAt - hourMs - now() + inHourMs + arrive(), come)
  }
  return counts
}
