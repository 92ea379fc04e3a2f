import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { minute, type Simulation, second, startSimulation } from './simulation'

const phones = 200
const hourMs = 60 * minute
const address = '203.0.113.1'
/** The stranger has been there for a quarter of an hour when the service ends. */
const startsMs = 15 * minute

const rate = 2

type Stranger = (simulation: Simulation) => Promise<unknown>

const strangers: [what: string, Stranger][] = [
  ['two free orders a second', ({ placeFreeOrder }) => placeFreeOrder(address)],
  ['two intents a second', ({ createIntent }) => createIntent(address)],
  [
    'two drafts a second, of payments that do not exist',
    ({ saveDraft }) => saveDraft(`pi_${randomUUID().replaceAll('-', '')}`, address),
  ],
]

/**
 * An evening hour of a village behind one IPv4 address: a hundred of its phones come in the first
 * minute, a hundred more through the hour. Half order without a donation; half donate, each third of
 * those after another amount. Who is rejected tries again after as long as he is told, but a minute at
 * least, up to five times within the hour.
 */
test.each(strangers)(
  'a village behind one address orders in an hour while a stranger in it sends %s',
  { timeout: 900_000 },
  async (_what, stranger) => {
    const simulation = await startSimulation()
    const { now, after, run, close } = simulation
    const endsAt = now() + startsMs + hourMs
    const attack = async (): Promise<void> => {
      await stranger(simulation)
      after(second / rate, attack)
    }
    after(0, attack)
    const village = come(simulation, endsAt)
    await run(endsAt)
    await close()
    expect(village).toMatchObject({ free: 100, donations: 100, withoutWords: 0, lost: 0 })
  },
)

/** Nobody presses again to the second, nor comes when a stranger's request does. */
const hesitate = () => Math.random() * 30 * second
const arrive = () => Math.random() * second

function come(simulation: Simulation, endsAt: number) {
  const { now, after, createIntent, placeFreeOrder, saveDraft, pay, placeOrder } = simulation
  const counts = {
    free: 0,
    donations: 0,
    lost: 0,
    withoutWords: 0,
  }

  const orderFree = async (tries: number): Promise<void> => {
    const waitMs = await placeFreeOrder(address)
    if (waitMs === 0) counts.free += 1
    else if (tries < 6) after(Math.max(waitMs, minute) + hesitate(), () => orderFree(tries + 1))
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
      if (!(await saveDraft(intent, address))) counts.withoutWords += 1
      const result = await pay(intent, true)
      if (result === 'canceled') {
        counts.lost += 1
        if (tries < 6) await again()
      } else if (await placeOrder(intent, address)) counts.donations += 1
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
