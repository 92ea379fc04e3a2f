import { execFile } from 'node:child_process'
import { realpath, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findStoreFile } from '../../server/db/sqlite'
import { minFreeBytes } from '../../server/health/read-health'
import { findPackageRoot } from '../../server/package-root'
import {
  error,
  explainFetch,
  type Findings,
  fetchTimeoutMs,
  ok,
  type Subject,
  skipped,
  warning,
} from './check'

/** The oldest release line that still gets security fixes (nodejs.org/en/about/previous-releases). */
const oldestSupportedNode = 22
const minFreeMb = 500

export async function* checkNode({ config }: Subject): Findings {
  const { node } = process.versions
  if (config.production && Number.parseInt(node, 10) < oldestSupportedNode)
    yield warning(
      `Node ${node} gets no more security fixes from its makers.`,
      'Install Node 24, or keep Debian’s package up to date (apt-get upgrade): Debian mends it.',
    )
  else yield ok(`Node ${node}.`)
}

export async function* checkServer({ config, lastWords }: Subject): Findings {
  const address = new URL('/api/health', config.localUrl).href
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(fetchTimeoutMs) })
    if (answer.ok) yield ok('The server is running and ready.')
    else
      yield error(
        `The server answers ${answer.status} at ${address}.`,
        'See its log: journalctl -u svichka -n 20 -o cat',
      )
  } catch (failure) {
    const found = `No server answers at ${address} (${explainFetch(failure)}).`
    if (!config.production) return yield skipped(found)
    // A container's log is not here.
    if (lastWords.length === 0)
      return yield error(found, 'Start it; if it does not start, its log says why.')
    yield error(
      [found, 'The end of its log:', ...lastWords].join('\n'),
      'Correct what it says, then systemctl restart svichka.',
    )
  }
}

/** Of the server itself, and why its socket failed, where systemd runs them. The log names nobody. */
export async function readLastWords(): Promise<string[]> {
  // Journal fields (systemd.journal-fields(7)): what the service wrote, without what systemd says of it.
  const words = ['_SYSTEMD_UNIT=svichka.service', '+', 'UNIT=svichka.socket', 'PRIORITY=3']
  const { stdout } = await promisify(execFile)('journalctl', [
    ...words,
    ...['-n', '3', '-o', 'cat', '--no-pager', '--quiet'],
  ]).catch(() => ({ stdout: '' }))
  return stdout.split('\n').filter(line => line !== '')
}

export async function* checkDisk({ config }: Subject): Findings {
  const disk = await statfs(config.dataDir).catch(() => null)
  if (!disk) return yield skipped(`${config.dataDir} does not exist yet.`)
  const megabytes = Math.floor((disk.bavail * disk.bsize) / 1e6)
  const found = `${megabytes} MB are free in ${config.dataDir}.`
  const advice = 'Free some space: du -sh /var/lib/svichka/*; never delete svichka.db-wal.'
  if (megabytes >= minFreeMb) yield ok(found)
  else if (disk.bavail * disk.bsize < minFreeBytes)
    yield error(`${found} Orders are rejected.`, advice)
  else yield warning(found, advice)
  const store = findStoreFile(config.dataDir)
  for (const file of [store, join(findPackageRoot(), '.env')]) {
    const mode = (await stat(file).catch(() => null))?.mode ?? 0
    if ((mode & 0o007) === 0) continue
    // A release links to the settings in /etc.
    const path = await realpath(file)
    yield warning(
      `Every user of this machine may read ${path}.`,
      `Run chmod o= ${path}: it holds personal data or keys.`,
    )
  }
}
