import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startDovecot } from '../tests/integration/emails/start-dovecot'
import { findChromium, findPostgres } from './programs'

// `npm run prepare-machine`, the first step of `npm test`: installs what the tests need from the
// system, only here, so that no two test processes install concurrently.

interface Program {
  name: string
  /** All packages that must be complete: `--reinstall` repairs a half-installed one. */
  packages: string[]
  elsewhere: string
  /** Throws unless the program works as the tests need it. */
  check(): Promise<unknown> | unknown
}

const isRoot = process.getuid?.() === 0

const programs: Program[] = [
  {
    name: 'Chromium',
    packages: ['chromium-headless-shell', 'chromium-common'],
    elsewhere: 'npx playwright install chromium',
    check: () => run(findChromium(), '--version'),
  },
  {
    name: 'Fonts of a phone',
    packages: ['fontconfig', 'fonts-roboto-unhinted', 'fonts-noto-core'],
    elsewhere: 'brew install font-roboto font-noto-serif',
    check() {
      // A hyphen in a name is escaped.
      for (const [asked, font] of [
        ['system\\-ui', 'Roboto'],
        ['system\\-ui:bold', 'Roboto'],
        ['serif', 'Noto Serif'],
      ] as const) {
        const found = run('fc-match', '-f', '%{family}', asked).trim()
        if (found.split(',')[0] !== font) throw new Error(`There is no ${font}, but ${found}.`)
      }
    },
  },
  {
    name: 'PostgreSQL',
    packages: ['postgresql', 'postgresql-common'],
    elsewhere: 'brew install postgresql',
    check() {
      for (const program of ['postgres', 'initdb', 'pg_basebackup'])
        run(join(findPostgres(), program), '--version')
      // PostgreSQL does not run as root.
      if (isRoot) run('id', '-u', 'postgres')
    },
  },
  {
    name: 'Dovecot',
    packages: ['dovecot-core', 'dovecot-imapd'],
    elsewhere: 'brew install dovecot',
    async check() {
      // A login, because `dovecot-core` answers `--version` without the IMAP package.
      const mailbox = await startDovecot()
      await mailbox.stop()
    },
  },
]

/** How long another `apt-get` may keep its lock, in seconds. */
const longestWait = 600
const lockIsTaken =
  /Could not get lock|Unable to (acquire|lock)|frontend lock was locked|Waiting for/i

await prepare().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})

async function prepare(): Promise<void> {
  const missing = await findMissing()
  if (missing.length > 0) {
    if (!isRoot || !existsSync('/usr/bin/apt-get')) throw new Error(describe(missing))
    await install(missing.flatMap(({ program }) => program.packages))
    const still = await findMissing()
    if (still.length > 0) throw new Error(describe(still))
  }
  await checkDatabase()
}

interface Missing {
  program: Program
  reason: string
}

async function findMissing(): Promise<Missing[]> {
  const missing: Missing[] = []
  for (const program of programs)
    try {
      await program.check()
    } catch (error) {
      missing.push({ program, reason: firstLine(error) })
    }
  return missing
}

function describe(missing: Missing[]): string {
  const packages = missing.flatMap(({ program }) => program.packages).join(' ')
  const commands = existsSync('/usr/bin/apt-get')
    ? [`${isRoot ? '' : 'sudo '}apt-get install --reinstall ${packages}`]
    : missing.map(({ program }) => program.elsewhere)
  return [
    'The tests need programs that are missing or do not answer:',
    ...missing.map(
      ({ program, reason }) =>
        `  ${reason.includes(program.name) ? reason : `${program.name}: ${reason}`}`,
    ),
    'Type:',
    ...commands.map(command => `  ${command}`),
  ].join('\n')
}

/** One call for all packages. The lock lets two runs on one machine wait for each other. */
async function install(packages: string[]): Promise<void> {
  console.log(`Installing ${packages.join(', ')}.`)
  const options = `-o DPkg::Lock::Timeout=${longestWait}`
  // `dpkg --configure` completes what an interrupted installation left.
  const command = [
    `apt-get ${options} update`,
    'dpkg --configure -a',
    `apt-get ${options} install -y --reinstall --no-install-recommends ${packages.join(' ')}`,
  ].join(' && ')
  let isWaiting = false
  const sayOnce = () => {
    if (!isWaiting) console.log(`Waiting up to ${longestWait / 60} minutes for another apt-get.`)
    isWaiting = true
  }
  const deadline = Date.now() + longestWait * 1_000
  for (;;) {
    const { code, output } = await runApt(command, sayOnce)
    if (code === 0) return
    // The lock of the package lists is the one that `DPkg::Lock::Timeout` does not cover.
    if (!lockIsTaken.test(output) || Date.now() > deadline)
      throw new Error(explain(output, packages))
    await sleep(2_000)
  }
}

function runApt(
  command: string,
  onWait: () => void,
): Promise<{ code: number | null; output: string }> {
  const args = ['--exclusive', '/tmp/svichka-prepare-machine.lock', 'sh', '-c', command]
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' }
  const child = spawn('flock', args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const read = (chunk: Buffer) => {
    output += chunk.toString()
    if (lockIsTaken.test(output)) onWait()
  }
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', code => resolve({ code, output }))
  })
}

function explain(output: string, packages: string[]): string {
  const errors = output.split('\n').filter(line => /^(E|dpkg): /.test(line))
  const command = `apt-get update && apt-get install ${packages.join(' ')}`
  if (lockIsTaken.test(output))
    return `Another program has been installing packages for ${longestWait / 60} minutes. End it, then type: npm test`
  if (
    /Temporary failure|Could not (resolve|connect)|Failed to fetch|does not have a Release file/.test(
      output,
    )
  )
    return `The packages could not be downloaded: check the network, then type: ${command}`
  return `apt-get failed (${errors[0] ?? output.trim().split('\n').at(-1)}). To see why, type: ${command}`
}

async function checkDatabase(): Promise<void> {
  const url = process.env.TEST_DATABASE_URL
  if (!url) return
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
  } catch (error) {
    throw new Error(
      `TEST_DATABASE_URL does not answer (${firstLine(error)}). Start that server, or unset the variable.`,
    )
  } finally {
    await client.end().catch(() => {})
  }
}

/** With the fonts of the pictures, which the other programs do not mind. */
function run(program: string, ...args: string[]): string {
  const env = { ...process.env, FONTCONFIG_FILE: resolve('tests/setup/fonts.conf') }
  return execFileSync(program, args, { encoding: 'utf8', stdio: 'pipe', timeout: 20_000, env })
}

function firstLine(error: unknown): string {
  const { message = '', code = '' } = error as NodeJS.ErrnoException
  return message.split('\n')[0] || code
}
