import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { readSnapshot } from '../faults/read-snapshot'
import { type Product, startProduct } from '../setup/processes'
import { createVisitor, type Session, type Visitor } from './driver'
import { startFirefox } from './firefox'
import { startWebkit } from './webkit'

// `npm run test:engines`: the same three orders in Firefox and in WebKit, the engine of the iPhone.

const card = ['iframe[title="Secure payment input frame"]']
const bank = ['body > div > iframe[name^="__privateStripeFrame"]', 'iframe#challengeFrame']

interface Story {
  name: string
  play(visitor: Visitor, forWhom: string): Promise<void>
  /** How many orders and captured payments it leaves. */
  leaves: { orders: number; paid: number }
}

const stories: Story[] = [
  {
    name: 'an order without a donation',
    leaves: { orders: 1, paid: 0 },
    async play(visitor, forWhom) {
      await write(visitor, forWhom)
      await visitor.click('input[name="donationEnabled"]')
      await visitor.click('button[name="order"]')
      await visitor.see('[role="dialog"]', 'Order received')
    },
  },
  {
    name: 'a donation that the bank asks about',
    leaves: { orders: 1, paid: 1 },
    async play(visitor, forWhom) {
      await write(visitor, forWhom)
      await pay(visitor, '4000000000003220')
      // The button is painted a moment before its frame's script listens to it.
      await visitor.see('#test-source-authorize-3ds', '', bank)
      await pause(1_000)
      await visitor.click('#test-source-authorize-3ds', bank)
      await visitor.see('[role="dialog"]', 'Thank you!')
    },
  },
  {
    name: 'a card that is declined',
    leaves: { orders: 0, paid: 0 },
    async play(visitor, forWhom) {
      await write(visitor, forWhom)
      await pay(visitor, '4000000000000002')
      await visitor.see('[role="dialog"]', 'declined')
    },
  },
]

async function write(visitor: Visitor, forWhom: string): Promise<void> {
  await visitor.type('[name="forWhom"]', forWhom)
  await visitor.type('[name="purpose"]', 'Peace')
}

async function pay(visitor: Visitor, number: string): Promise<void> {
  await visitor.click('input[name="amount"][value="200"]')
  await visitor.type('#Field-numberInput', number, card)
  await visitor.type('#Field-expiryInput', '1234', card)
  await visitor.type('#Field-cvcInput', '123', card)
  await visitor.click('button[name="pay"]')
}

interface Engine {
  name: string
  /** Debian's packages. */
  packages: string
  start(): Promise<Session> | undefined
}

const engines: Engine[] = [
  {
    name: 'Firefox',
    packages: 'firefox-esr',
    start() {
      const program = findFirst('/usr/bin/firefox-esr', '/usr/bin/firefox')
      return program ? startFirefox(program) : undefined
    },
  },
  {
    name: 'WebKit',
    packages: 'webkit2gtk-driver xvfb',
    start() {
      const driver = findFirst('/usr/bin/WebKitWebDriver')
      const folders = ['4.1', '4.0'].map(
        version => `/usr/lib/x86_64-linux-gnu/webkit2gtk-${version}`,
      )
      const browser = findFirst(...folders.map(folder => `${folder}/MiniBrowser`))
      const display = findFirst('/usr/bin/Xvfb')
      return driver && browser && display ? startWebkit({ driver, browser, display }) : undefined
    },
  },
]

function findFirst(...paths: string[]): string | undefined {
  return paths.find(existsSync)
}

async function check(product: Product, forWhom: string, { leaves }: Story): Promise<void> {
  const { dataDir, sandboxUrl } = product
  const { orders } = await readSnapshot({ dataDir, sandboxUrl, databaseUrl: null, candles: [] })
  const found = orders.filter(({ name }) => name === forWhom)
  const paid = found.filter(({ payment }) => payment === 'paid')
  if (found.length !== leaves.orders || paid.length !== leaves.paid)
    throw new Error(`${found.length} orders, ${paid.length} of them paid`)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

async function tell(product: Product, engine: Engine, story: Story): Promise<boolean> {
  const forWhom = `${engine.name}: ${story.name}`
  const session = await engine.start()
  if (!session) {
    say(`${engine.name} is missing: apt-get install ${engine.packages}`)
    return false
  }
  try {
    const visitor = createVisitor(session)
    await visitor.open(`${product.url}/?lang=en`)
    await story.play(visitor, forWhom)
    await check(product, forWhom, story)
    say(`ok      ${forWhom}`)
    return true
  } catch (error) {
    say(`failed  ${forWhom}: ${String(error)}`)
    return false
  } finally {
    await session.close()
  }
}

const product = await startProduct({ env: { LIMIT_FACTOR: '1000' } })
try {
  for (const engine of engines)
    for (const story of stories) if (!(await tell(product, engine, story))) process.exitCode = 1
} finally {
  await product.stop()
}
