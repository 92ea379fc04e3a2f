import { constants, existsSync } from 'node:fs'
import {
  access,
  chmod,
  copyFile,
  link,
  mkdir,
  open,
  rename,
  rm,
  stat,
  statfs,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { sql } from 'kysely'
import { readSqliteCode, sqliteCodes } from '../../server/db/failures'
import { linkKeyName } from '../../server/db/link-key'
import { findStoreFile } from '../../server/db/sqlite'
import { openDatabase } from '../../server/db/sqlite-database'
import type { Store } from '../../server/db/store'
import { setWatermark } from '../../server/db/watermarks'
import { pruneBackups } from '../../server/retention/prune-backups'
import { dayMs } from '../../shared/durations'
import { becomeOwner } from '../become-owner'
import { type AddCommand, CommandError, usageError } from '../context'

export const addBackup: AddCommand = (program, context) =>
  program
    .command('backup')
    .description('copy the embedded store into one file while the server runs')
    .option('--to <folder>', 'default: BACKUP_TO, or else DATA_DIR/backups')
    .option('--note', 'only note that another program, such as pg_dump, has made a backup')
    .action(async ({ to, note }) => {
      const store = await context.openStore()
      if (note) {
        await setWatermark(store.db, 'backup-at', context.now())
        return context.print({ noted: true }, 'A backup was noted.')
      }
      if (store.engine === 'postgres')
        throw new CommandError(
          'The store is PostgreSQL: back it up with pg_dump --exclude-table-data=secrets while it runs, then run svichka backup --note.',
        )
      const { dataDir, backupTo, retentionDays } = context.config
      const folder = resolve(to ?? backupTo)
      if (folder === join(dataDir, 'backups')) await mkdir(folder, { recursive: true, mode: 0o700 })
      await checkFolder(folder, dataDir)
      const file = join(folder, formatCopyName(context.now()))
      await copyStore(store, file)
      await setWatermark(store.db, 'backup-at', context.now())
      const removed = await pruneBackups(folder, context.now() - retentionDays * dayMs)
      context.print(
        { file, removed },
        `The store was copied to ${file} and the copy checked.`,
        `It holds personal data. To restore it: svichka restore ${file}`,
      )
    })

/** Throws CommandError if a copy cannot be written to the folder, or could fill the disk. */
async function checkFolder(folder: string, dataDir: string): Promise<void> {
  const found = await stat(folder).catch(() => null)
  if (!found?.isDirectory()) throw usageError(`There is no folder ${folder}: is its disk mounted?`)
  await access(folder, constants.W_OK).catch(() => {
    throw usageError(
      `${folder} cannot be written by the owner of the store. Run chown --reference=${dataDir} ${folder}`,
    )
  })
  let bytes = 0
  for (const ending of ['', '-wal'])
    bytes += (await stat(findStoreFile(dataDir) + ending).catch(() => null))?.size ?? 0
  const disk = await statfs(folder)
  const free = disk.bavail * disk.bsize
  if (free < 2 * bytes)
    throw new CommandError(
      `${Math.floor(free / 1e6)} MB are free in ${folder}, less than twice the store (${Math.ceil(bytes / 1e6)} MB): nothing was copied. Free some space, or set BACKUP_TO to a folder on another disk.`,
    )
}

function formatCopyName(now: number): string {
  return `svichka-${new Date(now).toISOString().replace(/[:.]/g, '-')}.db`
}

/** Copies the store. The copy gets its name once it is checked and synced. */
async function copyStore(store: Store, file: string): Promise<void> {
  // All copies to a folder begin under one name, so the next backup removes the file of a killed one.
  const unfinished = join(dirname(file), 'svichka-backup.unfinished')
  await rm(unfinished, { force: true })
  try {
    // Only its own user may read the copy, from its first byte on, so SQLite gets an empty file to fill.
    await writeFile(unfinished, '', { flag: 'wx', mode: 0o600 })
    await sql`vacuum into ${unfinished}`.execute(store.db)
    dropSecrets(unfinished)
    checkCopy(unfinished)
    await sync(unfinished)
    await rename(unfinished, file)
  } finally {
    await rm(unfinished, { force: true })
  }
}

/** Drops the secrets, because a lost copy must not resolve address hashes or open the temple's page. */
function dropSecrets(path: string): void {
  using copy = new DatabaseSync(path)
  copy.exec('pragma secure_delete = ON')
  copy.exec('delete from secrets')
}

/** Throws CommandError if the file is damaged. */
function checkCopy(path: string): void {
  using copy = new DatabaseSync(path, { readOnly: true })
  const [row] = copy.prepare('pragma integrity_check').all()
  if (JSON.stringify(row) !== '{"integrity_check":"ok"}')
    throw new CommandError(`${path} is damaged: ${JSON.stringify(row)}.`)
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r+')
  await handle.sync().finally(() => handle.close())
}

export const addRestore: AddCommand = (program, context) =>
  program
    .command('restore')
    .description('replace the embedded store by a backup, while no server runs')
    .argument('<file>')
    .option('--yes', 'restore; without it only print what would happen')
    .action(async (typed, { yes }) => {
      const { databaseUrl, dataDir } = context.config
      if (databaseUrl !== null)
        throw new CommandError('The store is PostgreSQL: restore it with pg_restore or psql.')
      becomeOwner(dataDir)
      const file = resolve(typed)
      const ordersLost = countNewer(dataDir, await readBackup(file, dataDir))
      const facts = [
        `Newer orders: ${ordersLost ?? 'unknown'}. Paid ones are recovered from the provider; the others remain in the replaced store only.`,
        'Emails that were queued when the backup was made are sent after the restore.',
      ]
      if (ordersLost === null)
        facts.push('The current store cannot be read: make sure that no server uses it.')
      if (!yes)
        return context.print({ restored: null, ordersLost }, ...facts, 'Add --yes to proceed.')
      const isReadable = ordersLost !== null
      const replaced = await replace(file, { dataDir, isReadable, now: context.now() })
      const kept = replaced ? ` The replaced store is now ${replaced}.` : ''
      context.print(
        { restored: file, ordersLost, replaced },
        ...facts,
        `Restored.${kept} Start the server.`,
      )
    })

/** Reads a backup and returns the time of its newest order, ms, or 0 if it has none. */
async function readBackup(file: string, dataDir: string): Promise<number> {
  const unusable = new CommandError(`${file} cannot be read as a backup.`)
  await access(file, constants.R_OK).catch(({ code }: NodeJS.ErrnoException) => {
    if (code !== 'EACCES') return
    const owner = process.getuid?.()
    throw new CommandError(
      `${file} cannot be read by the owner of the store. Run install -o ${owner} -m 600 ${file} ${dataDir}, and restore that copy.`,
    )
  })
  // SQLite would create a missing file, even if it is opened only for reading.
  if (!(await stat(file).catch(() => null))?.isFile()) throw unusable
  try {
    checkCopy(file)
    using backup = new DatabaseSync(file, { readOnly: true })
    return Number(backup.prepare('select max(created_at) as at from orders').get().at)
  } catch (error) {
    throw error instanceof CommandError ? error : unusable
  }
}

/** Counts the newer orders of the current store, or returns null if it is damaged. Throws if it is in use. */
function countNewer(dataDir: string, newestOrderAt: number): number | null {
  const file = findStoreFile(dataDir)
  if (!existsSync(file)) return 0
  try {
    using store = openDatabase(file)
    // This empties the log, and fails if another connection is open (sqlite.org/wal.html).
    store.exec('pragma journal_mode = delete')
    const lost = store.prepare('select count(*) as count from orders where created_at > ?')
    return Number(lost.get(newestOrderAt).count)
  } catch (error) {
    const code = readSqliteCode(error) ?? 0
    const { error: wrong, busy, ioerr, corrupt, notadb } = sqliteCodes
    if (code === busy) throw new CommandError('A server uses this store: stop it first.')
    if (![wrong, ioerr, corrupt, notadb].includes(code)) throw error
    return null
  }
}

/**
 * Puts a backup in place of the store, and returns where the old store is now. The old one first gets a
 * second name and the backup is then renamed over the first, so there is a store at any time, even if
 * this is killed.
 */
async function replace(
  file: string,
  { dataDir, isReadable, now }: { dataDir: string; isReadable: boolean; now: number },
): Promise<string | null> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const target = findStoreFile(dataDir)
  const existed = existsSync(target)
  const unfinished = `${target}.unfinished`
  try {
    await copyFile(file, unfinished)
    if (existed && isReadable) copySecrets(target, unfinished)
    await chmod(unfinished, 0o600)
    await sync(unfinished)
    const replaced = join(dataDir, `replaced-${formatCopyName(now)}`)
    // Retention counts its age from now.
    const keep = (ending: string) => utimes(replaced + ending, now / 1000, now / 1000)
    if (existed) {
      await link(target, replaced)
      await keep('')
    }
    await rm(`${target}-shm`, { force: true })
    // Only a store that cannot be read still has a log, which may hold the newest orders.
    if (existsSync(`${target}-wal`)) {
      await rename(`${target}-wal`, `${replaced}-wal`)
      await keep('-wal')
    }
    await rename(unfinished, target)
    return existed ? replaced : null
  } finally {
    await rm(unfinished, { force: true })
  }
}

/**
 * Copies the old store's secrets, because a backup holds none. The key of the links is left out: old
 * links would show another store's orders, and the temple gets a new link to what waits.
 */
function copySecrets(from: string, to: string): void {
  using copy = new DatabaseSync(to)
  copy.prepare('attach ? as current').run(from)
  copy.exec(`insert or ignore into main.secrets (name, value, created_at)
    select name, value, created_at from current.secrets where name <> '${linkKeyName}'`)
}
