import { hourMs } from '../../shared/durations'
import { findWatermark } from '../db/watermarks'
import { runCommand } from '../run-command'
import type { Services } from '../services'
import { formatTime, startOfDay } from '../time-zone'

/** The hour of the temple's day, ms. */
const backsUpAtMs = 2 * hourMs

/** Backs the embedded store up once a night, or as soon as the server runs again. Throws if that fails. */
export async function backUpNightly(
  { store, log, now }: Pick<Services, 'store' | 'log' | 'now'>,
  timeZone: string,
): Promise<void> {
  if (store.engine !== 'sqlite') return
  const due = startOfDay(formatTime(now(), timeZone).slice(0, 10), timeZone) + backsUpAtMs
  const last = await findWatermark(store.db, 'backup-at')
  if (now() < due || (last !== null && last >= due)) return
  const { exitCode, printed, errors } = await runCommand('backup', '--json')
  if (exitCode !== 0) throw new Error(`The store was not backed up: ${errors}`)
  log.info(JSON.parse(printed), 'the store was backed up')
}
