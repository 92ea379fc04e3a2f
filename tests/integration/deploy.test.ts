import { execFile, execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findProgram } from '../../scripts/programs'
import { isFull } from '../setup/is-full'

const read = (path: string) => readFileSync(path, 'utf8')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svichka-deploy-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function writeProgram(path: string, script: string): void {
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
}

interface Ran {
  exitCode: number
  printed: string
}

function runShell(words: string[], options: object = {}): Promise<Ran> {
  return new Promise(resolve => {
    const child = execFile('/bin/sh', words, options, (_error, output, errors) =>
      resolve({ exitCode: child.exitCode ?? -1, printed: output + errors }),
    )
  })
}

it('the manual’s line for PostgreSQL dumps it, deletes old dumps, and prints only what fails', async () => {
  const [, line = ''] = /^15 2 \* \* \* root (.*pg_dump.*)$/m.exec(read('docs/operating.md')) ?? []
  const command = join(folder, 'svichka')
  writeProgram(join(folder, 'pg_dump'), 'echo dumped')
  writeFileSync(join(folder, 'svichka.env'), 'DATABASE_URL=postgres://127.0.0.1/svichka\n')
  const old = join(folder, 'svichka-2026-01-01.dump')
  writeFileSync(old, '')
  utimesSync(old, new Date(0), new Date(0))
  const here = line
    .replaceAll('/usr/local/bin/svichka', command)
    .replaceAll('/mnt/backups', folder)
    .replaceAll('/etc/', `${folder}/`)
    .replaceAll('\\%', '%')
  const env = { PATH: `${folder}:${process.env.PATH}` }
  const run = () => runShell(['-c', here], { env })
  writeProgram(command, 'echo done')
  expect((await run()).printed).toBe('')
  const dumps = readdirSync(folder).filter(name => name.endsWith('.dump'))
  expect(dumps).toEqual([expect.stringMatching(/^svichka-\d{4}-\d\d-\d\d\.dump$/)])
  expect(read(join(folder, dumps[0] ?? ''))).toBe('dumped\n')
  writeProgram(command, 'echo "The configuration has errors" >&2; exit 78')
  expect((await run()).printed).toBe('The configuration has errors\n')
})

describe('the alert rules', () => {
  it.runIf(isFull)('fire when they should, and only then', () => {
    const rules = 'deploy/monitoring/alerts_test.yml'
    const tested = spawnSync(findProgram('promtool'), ['test', 'rules', rules])
    expect(tested.status, `${tested.stdout}${tested.stderr}`).toBe(0)
  })

  it('are each tested and explained', () => {
    const [rules, tests, manual] = ['alerts.yml', 'alerts_test.yml']
      .map(name => read(`deploy/monitoring/${name}`))
      .concat(read('docs/operating.md'))
    const names = [...(rules ?? '').matchAll(/alert: (\w+)/g)]
    expect(names.length).toBeGreaterThan(10)
    for (const [, name = ''] of names) {
      expect(tests).toContain(`alertname: ${name},`)
      expect(manual).toContain(`| ${name} |`)
    }
  })
})

it('the changelog and the WordPress plugin have the version of package.json, which names the archive', () => {
  const { version } = JSON.parse(read('package.json'))
  const [newest] = /(?<=^## \[)[\d.]+/m.exec(read('CHANGELOG.md')) ?? []
  expect(newest).toBe(version)
  expect(read('integrations/wordpress/svichka.php')).toContain(` Version:           ${version}\n`)
  expect(read('integrations/wordpress/readme.txt')).toContain(`\nStable tag: ${version}\n`)
})

describe('the container', () => {
  // It compresses Node.
  it.runIf(isFull)(
    'builds from what .dockerignore lets through',
    { timeout: 300_000 },
    async () => {
      const [, ...lines] = read('.dockerignore').trim().split('\n')
      const paths = lines.map(line => (line.startsWith('!') ? line.slice(1) : `:!${line}`))
      const files = execFileSync('git', ['ls-files', '--', ...paths], { encoding: 'utf8' })
      for (const file of files.trim().split('\n')) cpSync(file, join(folder, file))
      symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
      const env = { PATH: process.env.PATH }
      const built = await runShell(['-c', 'npm run --silent release'], { cwd: folder, env })
      expect(built).toMatchObject({ exitCode: 0 })
      const [archive = ''] = readdirSync(join(folder, 'release')).filter(name =>
        name.endsWith('.gz'),
      )
      const checked = await runShell(
        ['-c', `sha256sum -c ${archive}.sha256 && tar -xzf ${archive} -C ..`],
        {
          cwd: join(folder, 'release'),
        },
      )
      expect(checked.printed).toContain(': OK')
      const release = join(folder, archive.replace('.tar.gz', ''))
      expect(existsSync(join(release, 'integrations/wordpress/svichka.php'))).toBe(true)
      // Without the repository's packages, and without the machine's Node.
      rmSync(join(folder, 'node_modules'))
      const commands = 'migrate doctor'
        .split(' ')
        .map(words => `bin/node dist/cli/main.js ${words}`)
      const tried = await runShell(
        ['-c', [...commands, 'bin/node dist/photo/main.js 1 < /dev/null'].join('; ')],
        {
          cwd: release,
          env: { PATH: '/usr/bin:/bin', DATA_DIR: join(folder, 'data') },
        },
      )
      expect(tried.printed).toContain('has the tables of this version')
      const { version: node } = JSON.parse(read('deploy/node.json'))
      expect(tried.printed).toMatch(
        new RegExp(`Node ${node}, which comes with this release, is \\d+ days old`),
      )
      expect(tried.printed).not.toContain('ERR_MODULE_NOT_FOUND')
    },
  )
})
