import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { findStoreFile } from '../../server/db/sqlite'
import { findPackageRoot } from '../../server/package-root'
import { nameError } from '../context'
import { type Answer, type Check, error, type Subject, warning } from './check'

const timeoutMs = 5_000
/** Times in emails and deadlines are off by as much. */
const maxSkewMs = 240_000
/** The oldest release line that still gets security fixes (nodejs.org/en/about/previous-releases). */
const oldestSupportedNode = 22

export const node: Check[] = [
  warning('Install Node 24.', ({ config }) => {
    const { node: version } = process.versions
    return config.production && Number.parseInt(version, 10) < oldestSupportedNode
      ? `Node ${version} no longer gets security fixes.`
      : { ok: `Node ${version}.` }
  }),
]

export const server: Check[] = [error('Start it; if it does not start, see its log.', checkServer)]

async function checkServer({ config }: Subject): Promise<Answer> {
  const address = new URL('/api/health', config.localUrl).href
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) })
    if (answer.ok) return { ok: 'The server is running and ready.' }
    return `The server answers ${answer.status} at ${address}.`
  } catch (failure) {
    const found = `No server answers at ${address} (${nameError(failure)}).`
    return config.production ? found : { skipped: found }
  }
}

export const clock: Check[] = [
  error('Set the clock by NTP (timedatectl set-ntp true).', checkClock),
]

async function checkClock({ provider }: Subject): Promise<Answer> {
  if (!provider) return { skipped: 'Not checked: no card provider.' }
  const aheadMs = await provider.readClock()
  if (aheadMs === null) return { skipped: 'The provider did not report its time.' }
  const found = `Clock offset to the provider: ${Math.round(aheadMs / 1000)} s.`
  return Math.abs(aheadMs) < maxSkewMs ? { ok: found } : found
}

export const disk: Check[] = [
  warning('Free some space: the server rejects orders when there is none.', async ({ config }) => {
    const found = await statfs(config.dataDir).catch(() => null)
    if (!found) return { skipped: `${config.dataDir} does not exist yet.` }
    const megabytes = Math.floor((found.bavail * found.bsize) / 1e6)
    const text = `${megabytes} MB are free in ${config.dataDir}.`
    return megabytes < 500 ? text : { ok: text }
  }),
  warning('Run chmod o= on these files: they hold personal data and keys.', async ({ config }) => {
    const readable = []
    for (const path of [findStoreFile(config.dataDir), join(findPackageRoot(), '.env')]) {
      const mode = (await stat(path).catch(() => null))?.mode ?? 0
      if ((mode & 0o007) !== 0) readable.push(path)
    }
    return readable.length > 0 && `Every user of this machine may read ${readable.join(' and ')}.`
  }),
]
