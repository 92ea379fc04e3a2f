import { existsSync } from 'node:fs'
import { chmod, chown, copyFile, mkdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { readSqliteCode, sqliteCodes } from '../../server/db/failures'
import { findStoreFile } from '../../server/db/sqlite'
import { openDatabase } from '../../server/db/sqlite-database'
import { type AddCommand, CommandError } from '../context'
import { formatTime } from '../print'
import { checkCopy, nameCopy, sync } from './backup'

export const addRestore: AddCommand = (program, context) =>
  program
    .command('restore')
    .description('replace the embedded store by a backup, while no server runs')
    .argument('<file>')
    .option('--yes', 'restore; without it only print what would happen')
    .action(async (named, { yes }) => {
      const { databaseUrl, dataDir } = context.config
      if (databaseUrl !== null)
        throw new CommandError('The store is PostgreSQL: restore it with pg_restore or psql.')
      const file = resolve(named)
      const { newestOrderAt, waitingEmails } = await readBackup(file)
      const current = readCurrent(dataDir, newestOrderAt)
      const facts = [
        `The backup ends with the order of ${formatTime(newestOrderAt)}. Newer orders: ${current?.ordersLost ?? '?'}. Paid ones are recovered from the provider; the others remain in the replaced store only.`,
        `Queued emails in the backup, sent after the restore: ${waitingEmails}.`,
      ]
      if (!current)
        facts.push('The current store cannot be read: make sure that no server uses it.')
      const data = { restored: null, ordersLost: current?.ordersLost ?? null }
      if (!yes) return context.print(data, ...facts, 'Add --yes to proceed.')
      const replaced = await replace(file, current?.keys ?? [], dataDir, context.now())
      const kept = replaced ? ` The replaced store is now ${replaced}.` : ''
      context.print(
        { ...data, restored: file, replaced },
        ...facts,
        `Restored.${kept} Start the server.`,
      )
    })

async function readBackup(file: string) {
  // SQLite would create a missing file, even one opened for reading only.
  const isFile = (await stat(file).catch(() => null))?.isFile()
  if (!isFile) throw new CommandError(`${file} cannot be read as a backup of this version.`)
  try {
    checkCopy(file)
    using backup = new DatabaseSync(file, { readOnly: true })
    const read = (query: string) => Number(Object.values(backup.prepare(query).get() ?? {})[0] ?? 0)
    return {
      newestOrderAt: read('select max(created_at) from orders') || null,
      waitingEmails: read("select count(*) from emails where state = 'waiting'"),
    }
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(`${file} cannot be read as a backup of this version.`)
  }
}

/** Rejects a store in use; null: it is damaged. */
function readCurrent(dataDir: string, newestOrderAt: number | null) {
  const file = findStoreFile(dataDir)
  if (!existsSync(file)) return { ordersLost: 0, keys: [] }
  try {
    using store = openDatabase(file)
    // Empties the log; fails if another connection is open (sqlite.org/wal.html).
    store.exec('pragma journal_mode = delete')
    const lost = store.prepare('select count(*) as count from orders where created_at > ?')
    // A backup holds no keys; with the present ones, notices sent since can still be answered.
    const keys = store.prepare('select name, value, created_at as createdAt from secrets').all()
    return { ordersLost: Number(lost.get(newestOrderAt ?? 0).count), keys }
  } catch (error) {
    const code = readSqliteCode(error) ?? 0
    const { error: wrong, busy, ioerr, corrupt, notadb } = sqliteCodes
    if (code === busy) throw new CommandError('A server uses this store: stop it first.')
    if (![wrong, ioerr, corrupt, notadb].includes(code)) throw error
    return null
  }
}

/** Resolves to the place of the replaced store; null: there was none. */
async function replace(
  file: string,
  keys: { name: string; value: string; createdAt: number }[],
  dataDir: string,
  now: number,
): Promise<string | null> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const target = findStoreFile(dataDir)
  const unfinished = `${target}.unfinished`
  await copyFile(file, unfinished)
  const copy = new DatabaseSync(unfinished)
  const insert = copy.prepare('insert or ignore into secrets values (?, ?, ?)')
  for (const { name, value, createdAt } of keys) insert.run(name, value, createdAt)
  copy.close()
  // It belongs to the server's user, as the folder does, even if root runs the command.
  const { uid, gid } = await stat(dataDir)
  await chown(unfinished, uid, gid)
  await chmod(unfinished, 0o600)
  await sync(unfinished)
  const replaced = join(dataDir, `replaced-${nameCopy(now)}`)
  const existed = existsSync(target)
  await rm(`${target}-shm`, { force: true })
  // The log holds the newest orders. Retention deletes both, counted from now.
  for (const ending of ['-wal', ''].filter(ending => existsSync(target + ending))) {
    await rename(target + ending, replaced + ending)
    await utimes(replaced + ending, now / 1000, now / 1000)
  }
  await rename(unfinished, target)
  return existed ? replaced : null
}
