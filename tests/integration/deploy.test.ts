import { execFile, execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findProgram } from '../../scripts/programs'
import { dayMs } from '../../src/shared/durations'
import { findFreePort } from '../setup/free-port'
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
    for (const [, name = ''] of (rules ?? '').matchAll(/alert: (\w+)/g)) {
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

describe('the installer', () => {
  let variables: Record<string, string>
  /** Alive, although the payment provider cannot be read. */
  const server = createServer(({ url }, response) => {
    response.writeHead(url === '/api/live' ? 200 : 503).end()
  })
  beforeAll(() => new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve)))
  afterAll(() => server.close())

  /** A checkout, with recorders in place of systemd, npm and the machine's users. */
  beforeEach(() => {
    const programs = join(folder, 'bin')
    for (const name of ['bin', 'units', 'systemd', 'data', 'checkout/deploy'])
      mkdirSync(join(folder, name), { recursive: true })
    const stubs = {
      id: 'echo 0',
      chgrp: '',
      chown: '',
      runuser: 'shift 3; exec "$@"',
      sleep: '',
      // Releases are named by the second.
      date: `at=$(($(cat ${folder}/clock) + 1)); echo $at > ${folder}/clock; echo 2026-11-20T10-00-$at`,
      install:
        'case "$1" in -d) for last; do :; done; mkdir -p "$last";; *) shift 2; cp "$@";; esac',
      npm: `case "$*" in
          "ci "*) if [ -e ${folder}/no-network ]; then echo "npm error code ENOTFOUND"; exit 1; fi;;
          *release) mkdir -p release/svichka-1/dist/web/assets release/svichka-1/bin
            ln -s ${process.execPath} release/svichka-1/bin/node; cp -r name cli package.json release/svichka-1
            mkdir release/svichka-1/dist/cli; mv release/svichka-1/cli release/svichka-1/dist/cli/main.js
            cp broken release/svichka-1 2>/dev/null || true; touch "release/svichka-1/dist/web/assets/$(cat name).js";;
        esac`,
      systemctl: `echo "$*" >> ${folder}/calls
        fails() { [ -e ${folder}/opt/current/broken ] || { [ -e ${folder}/migrated ] && [ "$(cat ${folder}/migrated)" != "$(cat ${folder}/opt/current/name)" ]; }; }
        case "$*" in
          "restart svichka") if [ -e ${folder}/opt/current/broken ] && [ -e ${folder}/migrates ]; then cp ${folder}/opt/current/name ${folder}/migrated; fi;;
          is-active*) ! fails;;
          is-failed*) fails;;
        esac`,
      journalctl: 'echo "The last words of the server."',
    }
    for (const [name, script] of Object.entries(stubs)) writeProgram(join(programs, name), script)
    writeFileSync(join(folder, 'clock'), '10')
    cpSync('deploy', join(folder, 'checkout/deploy'), { recursive: true })
    const script = join(folder, 'checkout/deploy/install-release.sh')
    const here = read(script).replaceAll('/run/systemd/system', join(folder, 'systemd'))
    // The seconds that it waits for an answer.
    writeFileSync(script, here.replace('$tries -lt 60', '$tries -lt 6'))
    execFileSync('git', ['init', '-q'], { cwd: join(folder, 'checkout') })
    writeFileSync(join(folder, 'checkout/package.json'), '{"version":"1"}')
    // The command of a release: the settings may be wrong, a restore undoes a migration.
    writeFileSync(
      join(folder, 'checkout/cli'),
      `const { appendFileSync, existsSync, rmSync } = require('node:fs')
      appendFileSync('${folder}/calls', process.argv.slice(2).join(' ') + '\\n')
      if (process.argv[2] === 'backup') console.log('{\\n  "file": "${folder}/data/backup.db",\\n  "removed": []\\n}')
      if (process.argv[2] === 'restore') rmSync('${folder}/migrated')
      if (process.argv[2] === 'config' && existsSync('${folder}/wrong')) {
        console.error('PORT must be a port number')
        process.exit(78)
      }`,
    )
    const data = join(folder, 'data')
    const { port } = server.address() as AddressInfo
    writeFileSync(join(folder, 'env'), `DATA_DIR=${data}\nPORT=${port}\n`)
    variables = {
      PATH: `${programs}:${process.env.PATH}`,
      SVICHKA_ROOT: join(folder, 'opt'),
      SVICHKA_ENV: join(folder, 'env'),
      SVICHKA_COMMAND: join(folder, 'svichka'),
      SVICHKA_DATA: data,
      SVICHKA_UNITS: join(folder, 'units'),
    }
  })

  const run = (...options: string[]) =>
    runShell(['deploy/install-release.sh', ...options], {
      cwd: join(folder, 'checkout'),
      env: variables,
    })
  const goBack = () => run('--back')
  /** Installs the checkout as a release of this name. */
  function install(name: string, { broken = false } = {}, ...options: string[]): Promise<Ran> {
    const checkout = join(folder, 'checkout')
    writeFileSync(join(checkout, 'name'), name)
    rmSync(join(checkout, 'broken'), { force: true })
    if (broken) writeFileSync(join(checkout, 'broken'), '')
    return run(...options)
  }
  const calls = () => read(join(folder, 'calls'))
  const running = () => read(join(folder, 'opt/current/name'))
  const releases = () => readdirSync(join(folder, 'opt/releases'))
  const assets = () => readdirSync(join(folder, 'opt/current/dist/web/assets'))

  it('goes back to the running release when the new one does not start, and keeps none of it', async () => {
    expect(await install('one')).toMatchObject({ exitCode: 0 })
    expect(await install('two')).toMatchObject({ exitCode: 0 })
    expect(await install('three', { broken: true })).toMatchObject({
      exitCode: 1,
      printed: expect.stringContaining('runs again'),
    })
    expect(running()).toBe('two')
    expect(releases()).toHaveLength(2)
    expect(await goBack()).toMatchObject({ exitCode: 0 })
    expect(running()).toBe('one')
    await install('four')
    await goBack()
    expect(running()).toBe('one')
  })

  it('goes back where the new one starts and never answers', async () => {
    await install('one')
    writeFileSync(join(folder, 'env'), `${read(join(folder, 'env'))}PORT=${await findFreePort()}\n`)
    expect((await install('two')).exitCode).toBe(1)
    expect(running()).toBe('one')
  })

  it('says so when the release before does not start any more, and stays where one does', async () => {
    await install('one')
    writeFileSync(join(folder, 'opt/current/broken'), '')
    const both = await install('two', { broken: true })
    expect(both).toMatchObject({
      exitCode: 1,
      printed: expect.stringContaining('restore the backup'),
    })
    expect(both.printed).not.toContain('runs again')
    await install('two')
    expect(await goBack()).toMatchObject({
      exitCode: 1,
      printed: expect.stringContaining('runs again'),
    })
    expect(running()).toBe('two')
  })

  it('shows npm’s own words when it cannot build', async () => {
    writeFileSync(join(folder, 'no-network'), '')
    const tried = await install('one')
    expect(tried.exitCode).toBe(1)
    expect(tried.printed).toContain('npm error code ENOTFOUND')
    expect(releases()).toEqual([])
  })

  it('backs the store up before it switches, and restores it if a release migrated it and died', async () => {
    await install('one')
    writeFileSync(join(folder, 'data/svichka.db'), '')
    writeFileSync(join(folder, 'migrates'), '')
    const left = await install('two', { broken: true })
    expect(left.printed).toContain('The last words of the server.')
    expect(left.printed).toContain(`svichka restore ${folder}/data/backup.db --yes`)
    expect(calls()).not.toContain('restore')
    rmSync(join(folder, 'migrated'))
    const restored = await install('two', { broken: true }, '--restore')
    expect(restored).toMatchObject({
      exitCode: 1,
      printed: expect.stringContaining('with the store as it was before'),
    })
    expect(calls()).toMatch(
      /backup --json\n.*stop svichka.socket svichka\nrestore [^\n]*backup.db --yes\n/s,
    )
    expect(running()).toBe('one')
  })

  it('leaves an embedded store alone that has moved to PostgreSQL, and asks for pg_dump', async () => {
    await install('one')
    writeFileSync(join(folder, 'data/svichka.db'), '')
    appendFileSync(join(folder, 'env'), 'DATABASE_URL=postgres://127.0.0.1/svichka\n')
    const moved = await install('two')
    expect(moved).toMatchObject({ exitCode: 0, printed: expect.stringContaining('pg_dump') })
    expect(calls()).not.toContain('backup')
    expect(running()).toBe('two')
  })

  it('keeps the files of the running page however old it is, and older ones for a month', async () => {
    await install('one')
    await install('two')
    expect(assets()).toEqual(['one.js', 'two.js'])
    const days = (count: number) => new Date(Date.now() - count * dayMs)
    const current = join(folder, 'opt/current')
    utimesSync(join(current, 'package.json'), days(40), days(40))
    utimesSync(join(current, 'dist/web/assets/two.js'), days(39), days(39))
    utimesSync(join(current, 'dist/web/assets/one.js'), days(60), days(60))
    await install('three')
    expect(assets()).toEqual(['three.js', 'two.js'])
  })

  it('leaves a socket that was edited as it is', async () => {
    await install('one')
    const socket = join(folder, 'units/svichka.socket')
    writeFileSync(socket, read(socket).replace(':3000', ':8080'))
    expect((await install('two')).printed).toContain('stays as it is')
    expect(read(socket)).toContain(':8080')
  })

  it('goes back to a release of version 0.2, which ran with the machine’s Node', async () => {
    await install('one')
    const node = join(folder, 'opt/current/bin/node')
    rmSync(node)
    expect((await install('two', { broken: true })).printed).toContain('runs again')
    expect(running()).toBe('one')
    expect(existsSync(node)).toBe(true)
  })

  it('says in a container, whose user is not root, that another command restarts it', async () => {
    writeProgram(join(folder, 'bin/id'), 'echo 1000')
    expect(await run('--restart')).toMatchObject({
      exitCode: 1,
      printed: expect.stringContaining('docker compose up -d'),
    })
  })

  it('rejects a data folder that the service cannot write to', async () => {
    writeFileSync(join(folder, 'env'), 'DATA_DIR=/srv/candles\n')
    expect(await install('one')).toMatchObject({
      exitCode: 1,
      printed: expect.stringContaining('DATA_DIR is /srv/candles'),
    })
    expect(existsSync(join(folder, 'opt'))).toBe(false)
  })
})
