import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { error, type Findings, ok, type Subject, skipped, warning } from './check'

/**
 * The doctor warns of a clock that is off by more, ms, because times in emails and deadlines are off by as
 * much. deploy/monitoring/alerts.yml has the same bound.
 */
const maxSkewMs = 120_000

const clockAdvice =
  'Compare `date` with your own clock. Set it by NTP: apt-get install systemd-timesyncd, timedatectl set-ntp true.'

/**
 * Advises on a connection that failed with these words. With a clock that is behind, a valid certificate
 * seems not yet valid (nodejs.org/api/tls.html, X509 certificate error codes).
 */
export function adviceFor(failure: string, otherwise: string): string {
  const isBehind = /CERT_NOT_YET_VALID|certificate is not yet valid/.test(failure)
  return isBehind ? clockAdvice : otherwise
}

export async function* checkClock({ config, provider }: Subject): Findings {
  const aheadMs = (await provider?.readClock().catch(() => null)) ?? null
  if (aheadMs !== null) {
    const found = `Clock offset to the provider: ${Math.round(aheadMs / 1000)} s.`
    if (Math.abs(aheadMs) < maxSkewMs) yield ok(found)
    else yield error(found, clockAdvice)
  } else if (config.production && (await isSynchronized()) === 'no')
    yield warning('Nothing keeps the clock of this machine right.', clockAdvice)
  else yield skipped('Not compared: no provider reports its time.')
}

/**
 * Returns `yes` or `no` (timedatectl(1)), whichever program sets the kernel's clock, or '' if systemd does
 * not run.
 */
async function isSynchronized(): Promise<string> {
  const { stdout } = await promisify(execFile)('timedatectl', [
    ...['show', '--property=NTPSynchronized', '--value'],
  ]).catch(() => ({ stdout: '' }))
  return stdout.trim()
}
