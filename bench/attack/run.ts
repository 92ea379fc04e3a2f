// What strangers can do to the form, as figures.
//   npm run attack                         everything, a quarter of an hour
//   npm run attack -- letters webhooks     only these
//   npm run attack -- village              the evening hour of a village behind one address
//   npm run attack -- village --rates=2,10 with a stranger who sends so many a second
//   npm run attack -- links                the temple's page, by the clock on the wall
//   npm run attack -- text --requests=1000 with fewer requests than 20,000
//   npm run attack -- text --proxy=nginx   through nginx, or caddy, with its file in deploy/
//   npm run attack -- cards --cards=1000   with fewer stolen cards than 5,000, and less stock
import { parseArgs } from 'node:util'
import { startVitest } from 'vitest/node'
import { attackByCards } from './cards'
import { attackTemplePage } from './temple-page'
import { attackVillage } from './village'

/** Tests that annotate what they measured. */
const tests: Record<string, [file: string, name: string]> = {
  connections: ['tests/security/hostile-connections.test.ts', 'in thousands|large body'],
  digests: ['tests/security/summaries.test.ts', 'honest orders'],
  networks: ['tests/security/summaries.test.ts', 'ten networks'],
  crowds: ['tests/security/crowds.test.ts', ''],
  letters: ['tests/security/email-abuse.test.ts', ''],
  webhooks: ['tests/integration/webhooks.test.ts', 'invalid signature'],
  temple: ['tests/security/temple-page.test.ts', 'another visitor'],
  text: ['tests/security/text.test.ts', ''],
  pipeline: ['tests/security/proxies.test.ts', 'pipelined'],
  chunks: ['tests/security/proxies.test.ts', 'tiny chunks'],
  reads: ['tests/security/provider-reads.test.ts', 'three attackers'],
  provider: ['tests/security/provider-budget.test.ts', 'no donor'],
  intents: ['tests/security/provider-reads.test.ts', 'burst of intents'],
  day: ['tests/security/limits.test.ts', 'reserve of free orders'],
  words: ['tests/integration/slow-', 'words’ calls a second'],
  stock: ['tests/security/card-testing.test.ts', 'cannot collect'],
  payments: ['tests/security/limits.test.ts', 'behind the address of somebody who pays'],
  addresses: ['tests/security/limits.test.ts', 'an address that the proxy names with its port'],
  hang: ['tests/security/shed-load.test.ts', 'while the provider hangs'],
  drafts: ['tests/security/paid-order-delay.test.ts', 'drafts of strangers'],
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    cards: { type: 'string', default: '5000' },
    requests: { type: 'string', default: '20000' },
    proxy: { type: 'string', default: '' },
    rates: { type: 'string', default: '2' },
  },
})
// The figures are those of the tests in full length.
process.env.FULL_TESTS = '1'
process.env.FUZZ_REQUESTS = values.requests
process.env.ATTACK_PROXY = values.proxy

const others = {
  links: attackTemplePage,
  village: () => attackVillage(values.rates.split(',').map(Number)),
  cards: () => attackByCards(Number(values.cards)),
}
const unknown = positionals.filter(name => !(name in others) && !(name in tests))
if (unknown.length > 0) throw new Error(`There is no attack ${unknown.join(', ')}.`)
const isChosen = (name: string) => positionals.length === 0 || positionals.includes(name)

const rows: Record<string, string>[] = []
for (const [name, test] of Object.entries(tests)) if (isChosen(name)) await measure(test)
if (rows.length > 0) console.table(rows)
for (const [name, attack] of Object.entries(others)) if (isChosen(name)) await attack()

async function measure([file, name]: [string, string]): Promise<void> {
  const before = rows.length
  const vitest = await startVitest('test', [file], {
    watch: false,
    testNamePattern: name,
    reporters: [
      {
        onTestCaseResult(test) {
          const { state, errors = [] } = test.result()
          if (state === 'skipped') return
          const measured = [...test.annotations(), ...errors].map(({ message }) => message)
          rows.push({ attack: test.fullName, outcome: state, measured: measured.join('; ') })
        },
      },
    ],
  })
  await vitest.close()
  if (rows.length > before) return
  // The others are measured all the same: they take minutes.
  rows.push({ attack: `${file} has no test “${name}”.`, outcome: 'failed', measured: '' })
  process.exitCode = 1
}
