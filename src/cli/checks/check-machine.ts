import { mkdir, statfs } from 'node:fs/promises'
import { type Check, fault, nameError, ok, skipped, worry } from './check'

const mebibyte = 1024 * 1024
const roomyMebibytes = 500
const tightMebibytes = 100
const timeoutMs = 5_000
/** A provider's signature is too old after five minutes; half a minute is a clock to look at. */
const worryingSkewMs = 30_000
const faultySkewMs = 240_000

/** Room for orders and emails. */
export const diskCheck: Check = {
  name: 'disk',
  async run({ config }) {
    await mkdir(config.dataDir, { recursive: true })
    const { bavail, bsize } = await statfs(config.dataDir)
    const free = Math.floor((bavail * bsize) / mebibyte)
    const found = `${free} MB are free in ${config.dataDir}.`
    if (free < tightMebibytes) return [fault(found, 'Make room now: orders will be refused.')]
    return [free < roomyMebibytes ? worry(found, 'Make room soon.') : ok(found)]
  },
}

/** Our clock beside the provider's: signed events and 3-D Secure both need a right one. */
export const clockCheck: Check = {
  name: 'clock',
  async run({ config, now }) {
    if (!config.cards) return [skipped('There is no other clock to compare with.')]
    const theirs = await askForTime(config.cards.apiUrl ?? new URL('https://api.stripe.com'))
    if (theirs === null) return [skipped('The provider did not tell its time.')]
    const skew = Math.abs(now() - theirs)
    const found = `Our clock and the provider’s are ${Math.round(skew / 1000)} s apart.`
    if (skew < worryingSkewMs) return [ok(found)]
    const advice = 'Set the clock by NTP (timedatectl set-ntp true).'
    return [skew < faultySkewMs ? worry(found, advice) : fault(found, advice)]
  },
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
export const serverCheck: Check = {
  name: 'server',
  async run({ config }) {
    const host = config.host === '0.0.0.0' ? '127.0.0.1' : config.host
    const address = `http://${host}:${config.port}/api/health`
    try {
      const answer = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) })
      return answer.ok
        ? [ok('The server is running and ready.')]
        : [fault(`The server answers ${answer.status} at ${address}.`, 'See its log.')]
    } catch (error) {
      return [
        worry(
          `No server answers at ${address} (${nameError(error)}).`,
          'Start it with npm start, unless it is stopped on purpose.',
        ),
      ]
    }
  },
}
