import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findChromium } from './find-chromium'
import { findFirefox, findMiniBrowser, findPostgres, findProgram } from './programs'

// `npm run prepare-machine`, the first step of `npm test`, and `prepare-machine engines`, the one of
// `npm run test:engines`: installs what the tests need from the system, and Selenium, only here, so that no
// two test processes install concurrently.

interface Program {
  name: string
  /** All packages that must be complete: `--reinstall` repairs a half-installed one. */
  packages: string[]
  otherSystems: string
  /** Throws unless the program works as the tests need it. */
  check(): Promise<unknown> | unknown
}

const isRoot = process.getuid?.() === 0

const needed: Program[] = [
  {
    name: 'Chromium',
    packages: ['chromium-headless-shell', 'chromium-common'],
    otherSystems: 'npx playwright install chromium',
    check: () => run(findChromium(), '--version'),
  },
  {
    name: 'Fonts of a phone',
    packages: ['fontconfig', 'fonts-roboto-unhinted', 'fonts-noto-core'],
    otherSystems: 'brew install font-roboto font-noto-serif',
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
    otherSystems: 'brew install postgresql',
    check() {
      for (const program of ['postgres', 'initdb', 'pg_basebackup'])
        run(join(findPostgres(), program), '--version')
      // PostgreSQL does not run as root.
      if (isRoot) run('id', '-u', 'postgres')
    },
  },
  {
    name: 'nginx',
    packages: ['nginx-light'],
    otherSystems: 'brew install nginx',
    check: () => run(findProgram('nginx'), '-v'),
  },
  {
    name: 'Caddy',
    packages: ['caddy'],
    otherSystems: 'brew install caddy',
    check: () => run(findProgram('caddy'), 'version'),
  },
  {
    // It tests the alert rules.
    name: 'promtool',
    packages: ['prometheus'],
    otherSystems: 'brew install prometheus',
    check: () => run(findProgram('promtool'), '--version'),
  },
  {
    // It makes a disk slow.
    name: 'strace',
    packages: ['strace'],
    otherSystems: 'apt-get install strace',
    check: () =>
      process.platform === 'linux' && run(findProgram('strace'), '-o', '/dev/null', 'true'),
  },
]

const engines: Program[] = [
  {
    name: 'WebKit',
    packages: ['webkit2gtk-driver', 'xvfb'],
    otherSystems:
      'There is no WebKitGTK: use a Linux with its WebKitWebDriver and MiniBrowser, and Xvfb.',
    check() {
      run(findProgram('WebKitWebDriver'), '--help')
      findProgram('Xvfb')
      findMiniBrowser()
    },
  },
  {
    name: 'Firefox',
    packages: ['firefox-esr'],
    otherSystems: 'brew install --cask firefox',
    check: () => run(findFirefox(), '--version'),
  },
]

const areEngines = process.argv.includes('engines')
const programs = areEngines ? engines : needed
if (areEngines && !existsSync('tests/engines/node_modules'))
  execFileSync('npm', ['ci', '--no-audit', '--loglevel=error'], {
    cwd: 'tests/engines',
    stdio: ['ignore', 'ignore', 'inherit'],
  })

let missing = await findMissing()
if (missing.length > 0 && isRoot && existsSync('/usr/bin/apt-get')) {
  install(missing.flatMap(({ packages }) => packages))
  missing = await findMissing()
}
if (missing.length > 0) {
  console.error(describe(missing))
  process.exitCode = 1
}

type Missing = Program & { reason: string }

async function findMissing(): Promise<Missing[]> {
  const found: Missing[] = []
  for (const program of programs)
    try {
      await program.check()
    } catch (error) {
      const { message = '', code = '' } = error as NodeJS.ErrnoException
      found.push({ ...program, reason: message.split('\n')[0] || code })
    }
  return found
}

function describe(missing: Missing[]): string {
  const packages = missing.flatMap(program => program.packages).join(' ')
  const commands = existsSync('/usr/bin/apt-get')
    ? [`${isRoot ? '' : 'sudo '}apt-get install --reinstall ${packages}`]
    : missing.map(program => program.otherSystems)
  return [
    'The tests need programs that are missing or do not answer:',
    ...missing.map(({ name, reason }) => `  ${name}: ${reason}`),
    'Type:',
    ...commands.map(command => `  ${command}`),
  ].join('\n')
}

/** Installs all packages by one call. Two runs on one machine wait for each other. */
function install(packages: string[]): void {
  console.log(`Installing ${packages.join(', ')}.`)
  const apt = 'apt-get -qq -o DPkg::Lock::Timeout=600'
  const commands = [
    // The lock of the package lists is the one that this option does not cover.
    `for _ in $(seq 60); do ${apt} update && break; sleep 10; done`,
    // Completes what an interrupted installation left.
    'dpkg --configure -a',
    `${apt} install -y --reinstall --no-install-recommends ${packages.join(' ')}`,
  ]
  spawnSync('flock', ['/tmp/svichka-prepare-machine.lock', 'sh', '-c', commands.join('\n')], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** Runs a program with the fonts of the pictures, which only browsers use. */
function run(program: string, ...args: string[]): string {
  const env = { ...process.env, FONTCONFIG_FILE: resolve('tests/setup/fonts.conf') }
  return execFileSync(program, args, { encoding: 'utf8', stdio: 'pipe', timeout: 20_000, env })
}
