import { readFileSync, writeFileSync } from 'node:fs'
import {
  connectionLimits,
  type Limit,
  type LimitedRoute,
  perPayment,
  requestLimits,
} from '../src/server/limits/limits'

// `npm run limits` writes the tables of limits in docs/scaling.md; with --check, as part of lint, it only
// compares them, and the lines that the files of the proxies must have.

const file = 'docs/scaling.md'

const routes: { [route in LimitedRoute]?: string } = {
  intent: 'payment intents',
  'free-order': 'orders without a donation',
  'paid-order': 'orders that name a payment',
  draft: 'drafts',
}

const bounds: { [bound in keyof typeof connectionLimits]: string } = {
  connections: 'connections',
  headerSeconds: 'seconds until the header has come',
  requestSeconds: 'seconds until the request has come',
  silentSeconds: 'seconds that a connection may be silent',
  bodyKib: 'KiB of a body',
  eventKib: 'KiB of an event of the provider',
  unfinishedBodies: 'bodies that have not come yet',
  unfinishedEvents: 'events that have not come yet',
}

/** The lines in deploy/ by which a proxy applies the same bound before the server does. */
const boundByProxy: {
  [bound in keyof typeof connectionLimits]?: { nginx: string[]; caddy?: string[] }
} = {
  headerSeconds: { nginx: ['client_header_timeout 10s'], caddy: ['read_header 10s'] },
  eventKib: { nginx: ['client_max_body_size 256k'], caddy: ['max_size 256KiB'] },
  silentSeconds: { nginx: ['client_body_timeout 10s', 'send_timeout 20s'], caddy: ['write 26m'] },
  connections: { nginx: ['limit_conn svichka 300'] },
}

const number = (value: number) => value.toLocaleString('en')

const refill = (perHour: number) =>
  perHour >= 600 ? `${number(perHour / 60)} a minute` : `${number(perHour)} an hour`

const cells = (limit: Limit | undefined) =>
  limit ? [number(limit.burst), refill(limit.perHour)] : ['', '']

const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map(row => `| ${row.join(' | ')} |`).join('\n')

const known = <K extends string>(names: { [name in K]?: string }) => Object.keys(names) as K[]

const limits = table(
  [
    ...['Call', 'From one address at once', 'and then', 'in all', 'and then'],
    ...['reserve of all addresses', 'and then'],
  ],
  [
    ...known(routes).map(route => {
      const { rate, total, reserve } = requestLimits[route] ?? {}
      return [routes[route] ?? route, ...[rate, total, reserve].flatMap(cells)]
    }),
    [
      'drafts and orders of one payment, once its address has nothing left',
      ...cells(perPayment),
      ...Array(4).fill(''),
    ],
  ],
)

const connections = table(
  ['At most', 'Server', 'nginx has bounded it before', 'and Caddy'],
  known(bounds).map(bound => {
    const { nginx = [], caddy = [] } = boundByProxy[bound] ?? {}
    return [
      bounds[bound],
      number(connectionLimits[bound]),
      ...[nginx, caddy].map(lines => lines.map(line => `\`${line}\``).join(', ')),
    ]
  }),
)

const before = readFileSync(file, 'utf8')
const after = Object.entries({ limits, connections }).reduce(
  (text, [name, content]) =>
    text.replace(
      new RegExp(`(<!-- ${name}: npm run limits -->\\n)[\\s\\S]*?(<!-- end -->)`),
      (_, begin, end) => `${begin}\n${content}\n\n${end}`,
    ),
  before,
)

if (!process.argv.includes('--check')) writeFileSync(file, after)
else {
  const faults = before === after ? [] : [`${file} has other limits than src/server/limits.`]
  const proxies = {
    nginx: readFileSync('deploy/nginx.conf', 'utf8'),
    caddy: readFileSync('deploy/Caddyfile', 'utf8'),
  }
  for (const lines of Object.values(boundByProxy))
    for (const [proxy, itsLines] of Object.entries(lines))
      for (const line of itsLines)
        if (!proxies[proxy as keyof typeof proxies].includes(line))
          faults.push(`The file of ${proxy} in deploy/ has no line “${line}”.`)
  if (faults.length > 0) {
    console.error(`${faults.join('\n')}\nType: npm run limits`)
    process.exitCode = 1
  }
}
