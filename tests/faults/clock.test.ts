import { expect, onTestFinished, test } from 'vitest'
import { dayMs, minuteMs } from '../../src/shared/durations'
import { type Environment, startEnvironment } from './environment'

async function openEnvironment(): Promise<Environment> {
  const env = await startEnvironment()
  onTestFinished(env.close)
  return env
}

/** The visitor pays, and his words never come, so his order waits for them. */
async function payBare({ visitor }: Environment, name: string) {
  const bare = visitor(name)
  await bare.choose(200)
  await bare.pay()
  return bare
}

const hasOrder = async ({ snapshot }: Environment, intent: string) =>
  (await snapshot()).orders.some(order => order.paymentIntentId === intent)

const isCaptured = async ({ snapshot }: Environment, intent: string) =>
  (await snapshot()).donations.some(
    ({ paymentIntentId, state }) => paymentIntentId === intent && state === 'succeeded',
  )

const wrongClocks = [
  ['early', -365 * dayMs],
  ['late', 365 * dayMs],
] as const

test.each(wrongClocks)(
  'a machine that boots a year %s, with the right time a minute later, loses nothing',
  async (_, wrongMs) => {
    const env = await openEnvironment()
    const before = env.visitor('Перед вимкненням', 'before@example.org')
    await before.choose(200)
    await before.sendWords()
    await before.pay()
    await before.order()
    const open = env.visitor('Ще не сплатив')
    await open.choose(300)
    await open.sendWords()
    await env.kill()

    env.advanceServer(wrongMs)
    await env.start()
    const bare = await payBare(env, 'Без слів')
    const free = env.visitor('Без пожертви')
    await free.orderFree('key-of-a-free-order')
    await open.pay()
    await env.until('the open payment has its order', () => hasOrder(env, open.intent()))
    await env.until('the bare payment is known', () => isCaptured(env, bare.intent()))

    env.advanceServer(-wrongMs)
    await env.advance(minuteMs)
    await env.advance(11 * minuteMs)
    await env.until('the bare payment has its order', () => hasOrder(env, bare.intent()), 20_000)
    const { orders } = await env.drain()
    expect(orders.map(({ name }) => name).sort()).toEqual(
      ['', 'Без пожертви', 'Перед вимкненням', 'Ще не сплатив'].sort(),
    )
  },
)

test('a machine that is suspended for a day has all done soon after it wakes', async () => {
  const env = await openEnvironment()
  const bare = await payBare(env, 'Без слів')
  await env.until('the bare payment is known', () => isCaptured(env, bare.intent()))
  const paid = env.visitor('Сплатив під час сну', 'asleep@example.org')
  await paid.choose(300)
  await paid.sendWords()
  await paid.pay()
  await env.advance(dayMs)
  for (const { intent } of [bare, paid])
    await env.until('each payment has its order', () => hasOrder(env, intent()), 20_000)
  const awake = env.visitor('Після сну', 'awake@example.org')
  await awake.choose(200)
  await awake.sendWords()
  await awake.pay()
  await awake.order()
  await env.drain()
})
