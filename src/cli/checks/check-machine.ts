import { existsSync } from 'node:fs'
import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { findPackageRoot } from '../../server/package-root'
import type { Shop } from '../command'
import { nameError } from '../explain-failure'
import { attention, type Finding, fault, ok, skipped } from './check'

const mebibyte = 1024 * 1024
const roomyMebibytes = 500
const tightMebibytes = 100
const timeoutMs = 5_000
/** A provider's signature is too old after five minutes; half a minute is a clock to look at. */
const worryingSkewMs = 30_000
const faultySkewMs = 240_000
/** The oldest release line that still gets security fixes (nodejs.org/en/about/previous-releases). */
const oldestSupportedNode = 22

/** Room for orders and emails, and nobody else reads them. */
export async function* checkDisk({ config: { dataDir } }: Shop): AsyncGenerator<Finding> {
  if (!existsSync(dataDir))
    return yield skipped({ en: `${dataDir} is not there yet.`, uk: `${dataDir} ще немає.` })
  const { bavail, bsize } = await statfs(dataDir)
  const free = Math.floor((bavail * bsize) / mebibyte)
  const en = `${free} MB are free in ${dataDir}.`
  const uk = `У ${dataDir} вільно ${free} МБ.`
  if (free >= roomyMebibytes) yield ok({ en, uk })
  else if (free >= tightMebibytes)
    yield attention({ en: `${en}\nMake room soon.`, uk: `${uk}\nНевдовзі звільніть місце.` })
  else
    yield fault({
      en: `${en}\nMake room now: orders will be refused.`,
      uk: `${uk}\nЗвільніть місце зараз: замовлення не приймуться.`,
    })
  // Names, addresses and keys lie in these: only the service's own user and group should read them.
  for (const path of [join(dataDir, 'svichka.db'), join(findPackageRoot(), '.env')]) {
    const mode = (await stat(path).catch(() => null))?.mode ?? 0
    if ((mode & 0o007) !== 0)
      yield attention({
        en: `Every user of this machine may read ${path}.\nchmod o= ${path}`,
        uk: `${path} може прочитати будь-хто на цій машині.\nchmod o= ${path}`,
      })
  }
}

/** A runtime that still gets security fixes. */
export async function* checkNode({ config }: Shop): AsyncGenerator<Finding> {
  const { node } = process.versions
  if (!config.production || Number.parseInt(node, 10) >= oldestSupportedNode)
    yield ok({ en: `Node ${node}.`, uk: `Node ${node}.` })
  else
    yield attention({
      en: `Node ${node} gets no security fixes any more.\nInstall Node 24.`,
      uk: `Node ${node} більше не отримує виправлень безпеки.\nУстановіть Node 24.`,
    })
}

/** Our clock beside the provider's: signed events and 3-D Secure both need a right one. */
export async function* checkClock({ config, now }: Shop): AsyncGenerator<Finding> {
  if (!config.cards)
    return yield skipped({
      en: 'There is no other clock to compare with.',
      uk: 'Немає годинника для порівняння.',
    })
  const theirs = await askForTime(config.cards.apiUrl ?? new URL('https://api.stripe.com'))
  if (theirs === null)
    return yield skipped({
      en: 'The provider did not report its time.',
      uk: 'Платіжна служба не назвала свого часу.',
    })
  const skew = Math.abs(now() - theirs)
  const secondsApart = Math.round(skew / 1000)
  const en = `Our clock and the provider’s are ${secondsApart} s apart.`
  const uk = `Наш годинник і годинник платіжної служби розходяться на ${secondsApart} с.`
  if (skew < worryingSkewMs) return yield ok({ en, uk })
  const say = skew < faultySkewMs ? attention : fault
  yield say({
    en: `${en}\nSet the clock by NTP (timedatectl set-ntp true).`,
    uk: `${uk}\nУвімкніть NTP (timedatectl set-ntp true).`,
  })
}

/** The Date header of any answer will do, even of a refusal. */
async function askForTime(address: URL): Promise<number | null> {
  try {
    const answer = await fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(timeoutMs) })
    const time = Date.parse(answer.headers.get('date') ?? '')
    return Number.isNaN(time) ? null : time
  } catch {
    return null
  }
}

/** The server answers where the configuration says it listens. */
export async function* checkServer({ config }: Shop): AsyncGenerator<Finding> {
  const address = new URL('/api/health', config.localUrl).href
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) })
    if (answer.ok)
      return yield ok({ en: 'The server is running and ready.', uk: 'Сервер працює й готовий.' })
    yield fault({
      en: `The server answers ${answer.status} at ${address}.\nSee the other findings and its log.`,
      uk: `Сервер за адресою ${address} відповідає ${answer.status}.\nДивіться решту цього звіту й журнал сервера.`,
    })
  } catch (error) {
    const en = `No server answers at ${address} (${nameError(error)}).`
    const uk = `За адресою ${address} ніхто не відповідає (${nameError(error)}).`
    if (!config.production) return yield skipped({ en, uk })
    yield fault({
      en: `${en}\nStart it, unless it is stopped on purpose.`,
      uk: `${uk}\nЗапустіть його, якщо його не зупинено навмисно.`,
    })
  }
}
