import { execFile, execFileSync } from 'node:child_process'
import {
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
import { findFreePort } from '../setup/free-port'

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

describe('the lines for cron', () => {
  const lines = read('deploy/svichka.cron')
    .split('\n')
    .filter(line => line.includes('/svichka '))
    .map(line => line.split(/\s+/).slice(6).join(' '))

  it.each(lines)('print nothing on success and all output on failure: %s', async line => {
    const command = join(folder, 'svichka')
    const run = () => runShell(['-c', line.replace('/usr/local/bin/svichka', command)])
    writeProgram(command, 'echo done; echo "Store: here" >&2')
    expect((await run()).printed).toBe('')
    writeProgram(command, 'echo "WARNING disk"; echo "The configuration has errors" >&2; exit 78')
    expect((await run()).printed).toBe('WARNING disk\nThe configuration has errors\n')
    rmSync(command)
    expect((await run()).printed).toContain('not found')
  })
})

describe('the container', () => {
  it('builds from what .dockerignore lets through', async () => {
    const [, ...lines] = read('.dockerignore').trim().split('\n')
    const paths = lines.map(line => (line.startsWith('!') ? line.slice(1) : `:!${line}`))
    const files = execFileSync('git', ['ls-files', '--', ...paths], { encoding: 'utf8' })
    for (const file of files.trim().split('\n')) cpSync(file, join(folder, file))
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
    const env = { PATH: process.env.PATH }
    const built = await runShell(['-c', 'npm run --silent build'], { cwd: folder, env })
    expect(built).toEqual({ exitCode: 0, printed: '' })
    expect(existsSync(join(folder, 'dist/server/main.js'))).toBe(true)
  })
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
      npm: '[ "$2" != --silent ] || [ "$3" != build ] || { mkdir -p dist/web/assets; touch "dist/web/assets/$(cat name).js"; }',
      systemctl: `echo "$*" >> ${folder}/calls; case "$*" in "restart svichka"|is-active*) ! [ -e ${folder}/opt/current/broken ];; esac`,
    }
    for (const [name, script] of Object.entries(stubs)) writeProgram(join(programs, name), script)
    writeFileSync(join(folder, 'clock'), '10')
    cpSync('deploy', join(folder, 'checkout/deploy'), { recursive: true })
    const script = join(folder, 'checkout/deploy/install-release.sh')
    writeFileSync(script, read(script).replaceAll('/run/systemd/system', join(folder, 'systemd')))
    execFileSync('git', ['init', '-q'], { cwd: join(folder, 'checkout') })
    writeFileSync(join(folder, 'checkout/package.json'), '{}')
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
  function install(name: string, { broken = false } = {}): Promise<Ran> {
    const checkout = join(folder, 'checkout')
    writeFileSync(join(checkout, 'name'), name)
    rmSync(join(checkout, 'broken'), { force: true })
    if (broken) writeFileSync(join(checkout, 'broken'), '')
    return run()
  }
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

  it('keeps the files of the running page however old it is, and older ones for a month', async () => {
    await install('one')
    await install('two')
    expect(assets()).toEqual(['one.js', 'two.js'])
    const days = (count: number) => new Date(Date.now() - count * 86_400_000)
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

  it('starts service and command with the Node that it was tried with', async () => {
    await install('one')
    const node = (await runShell(['-c', 'command -v node'], { env: variables })).printed.trim()
    expect(read(join(folder, 'units/svichka.service'))).toContain(`\nExecStart=${node} --max-`)
    expect(read(join(folder, 'svichka'))).toContain(`exec "${node}" `)
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
