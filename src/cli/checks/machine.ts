import { execFile } from 'node:child_process'
import { readFile, readlink, realpath, stat, statfs } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { findStoreFile } from '../../server/db/sqlite'
import { minFreeBytes } from '../../server/health/read-health'
import { findPackageRoot } from '../../server/package-root'
import { dayMs } from '../../shared/durations'
import type { Context } from '../context'
import { count } from '../print'
import {
  error,
  explainFetch,
  type Findings,
  fetchTimeoutMs,
  type Machine,
  ok,
  type Subject,
  skipped,
  warning,
} from './check'
import { fetchLive, readLive } from './live'

/** Older release lines get no security fixes any more (nodejs.org/en/about/previous-releases). */
const oldestSupportedNode = 22
const minFreeMb = 500

const NodeSchema = v.pipe(v.string(), v.parseJson(), v.object({ publishedAt: v.string() }))
const oldNodeDays = 180

export async function* checkNode({ config, now }: Subject): Findings {
  const { node } = process.versions
  const root = findPackageRoot()
  if (process.execPath === join(root, 'bin', 'node')) {
    const release = await readFile(join(root, 'deploy', 'node.json'), 'utf8')
    const { publishedAt } = v.parse(NodeSchema, release)
    const days = Math.floor((now() - Date.parse(publishedAt)) / dayMs)
    const found = `Node ${node}, which comes with this release, is ${count(days, 'day')} old.`
    return yield days < oldNodeDays
      ? ok(found)
      : warning(found, 'Upgrade Svichka: a newer release has a newer Node.')
  }
  if (config.production && Number.parseInt(node, 10) < oldestSupportedNode)
    yield warning(
      `Node ${node} gets no more security fixes from its makers.`,
      'Install Node 24, or keep Debian’s package up to date (apt-get upgrade): Debian mends it.',
    )
  else yield ok(`Node ${node}.`)
}

export async function* checkServer({ config, machine }: Subject): Findings {
  const { host } = config.localUrl
  const address = new URL('/api/health', config.localUrl).href
  const { lastWords, listener, socket } = machine
  const live = await fetchLive(config.localUrl).catch((failure: unknown) => failure)
  const isOurs = isAnswer(live) && readLive(live.body) !== null
  if (!isOurs && listener !== null)
    return yield error(
      `Port ${config.port} is taken by ${listener}.`,
      'Stop that program; or write a free port, such as 3001, as ListenStream in svichka.socket (systemctl edit --full svichka.socket), as PORT, and in the proxy’s settings; then svichka restart.',
    )
  if (!isOurs && socket !== null && !socket.endsWith(`:${config.port}`))
    return yield error(
      `PORT is ${config.port}, but svichka.socket listens on ${socket}.`,
      `Write ${config.port} as ListenStream (systemctl edit --full svichka.socket), or correct PORT; then svichka restart.`,
    )
  if (isAnswer(live) && !isOurs)
    return yield error(
      `Another program answers at ${host}.`,
      'Stop it, or change PORT (in svichka.socket, too).',
    )
  if (isAnswer(live)) {
    const health = await fetch(address, { signal: AbortSignal.timeout(fetchTimeoutMs) })
    if (health.ok) return yield ok('The server is running and ready.')
    return yield error(
      `The server answers ${health.status} at ${address}.`,
      'See its log: journalctl -u svichka -n 20 -o cat',
    )
  }
  const found = `No server answers at ${address} (${explainFetch(live)}).`
  if (!config.production) return yield skipped(found)
  // The log of a container is elsewhere.
  if (lastWords.length === 0)
    return yield error(found, 'Start it; if it does not start, its log says why.')
  yield error(
    [found, 'The end of its log:', ...lastWords].join('\n'),
    'Correct what it says, then svichka restart.',
  )
}

const isAnswer = (live: unknown): live is { body: string } =>
  typeof live === 'object' && live !== null && 'body' in live

export async function readMachine({ config }: Context): Promise<Machine> {
  // These journal fields (systemd.journal-fields(7)) select what the service wrote, without systemd's own
  // lines, and why its socket failed. The log names nobody.
  const words = ['_SYSTEMD_UNIT=svichka.service', '+', 'UNIT=svichka.socket', 'PRIORITY=3']
  const [log, listeners, socket] = await Promise.all([
    read('journalctl', ...words, '-n', '3', '-o', 'cat', '--no-pager', '--quiet'),
    read('ss', '-Hltnp', `sport = :${config.port}`),
    read('systemctl', 'show', '--property=Listen', '--value', 'svichka.socket'),
  ])
  // systemd may hold the port for the server.
  const others = listeners.includes('"systemd"') ? '' : listeners
  const [, thread, pid] = /users:\(\("([^"]+)",pid=(\d+)/.exec(others) ?? []
  // A Node process shows the name of its first thread, so the file tells more.
  const program = await readlink(`/proc/${pid}/exe`).catch(() => null)
  const name = program === null ? thread : basename(program)
  return {
    lastWords: log.split('\n').filter(line => line !== ''),
    listener: name === undefined ? null : `${name} (pid ${pid})`,
    socket: /^(\S+) \(Stream\)/.exec(socket)?.[1] ?? null,
  }
}

/** Returns what a program of the machine prints, or '' if it is missing or fails. */
async function read(program: string, ...words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, words).catch(() => ({ stdout: '' }))
  return stdout
}

export async function* checkDisk({ config }: Subject): Findings {
  const disk = await statfs(config.dataDir).catch(() => null)
  if (!disk) return yield skipped(`${config.dataDir} does not exist yet.`)
  const megabytes = Math.floor((disk.bavail * disk.bsize) / 1e6)
  const found = `${megabytes} MB are free in ${config.dataDir}.`
  const advice = 'Free some space: du -sh /var/lib/svichka/*; never delete svichka.db-wal.'
  if (megabytes >= minFreeMb) yield ok(found)
  else if (disk.bavail * disk.bsize < minFreeBytes)
    yield error(`${found} Orders may be rejected at any moment.`, advice)
  else yield warning(found, advice)
  const store = findStoreFile(config.dataDir)
  for (const file of [store, join(findPackageRoot(), '.env')]) {
    const mode = (await stat(file).catch(() => null))?.mode ?? 0
    if ((mode & 0o007) === 0) continue
    // In a release this is a link to the settings in /etc.
    const path = await realpath(file)
    yield warning(
      `Every user of this machine may read ${path}.`,
      `Run chmod o= ${path}: it holds personal data or keys.`,
    )
  }
}
