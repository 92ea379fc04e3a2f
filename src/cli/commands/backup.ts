import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { InvalidArgumentError } from '@commander-js/extra-typings'
import { DatabaseSync } from '@photostructure/sqlite'
import { sql } from 'kysely'
import type { Store } from '../../server/db/store'
import { setWatermark } from '../../server/db/watermarks'
import { type AddCommand, CommandError, usageError } from '../context'

export const addBackup: AddCommand = (program, context) =>
  program
    .command('backup')
    .description('copy the embedded store into one file while the server runs')
    .option('--to <folder>', 'default: DATA_DIR/backups')
    .option('--keep <n>', 'number of copies to keep in the folder', readCount, 14)
    .option(
      '--other-disk',
      'fail if the folder is on the store’s disk, as when the other is not mounted',
    )
    .action(async ({ to, keep, otherDisk }) => {
      const store = await context.openStore()
      if (store.engine === 'postgres')
        throw new CommandError('The store is PostgreSQL: back it up with pg_dump while it runs.')
      const { dataDir } = context.config
      const folder = resolve(to ?? join(dataDir, 'backups'))
      if (to === undefined) await mkdir(folder, { recursive: true, mode: 0o700 })
      const place = await stat(folder).catch(() => null)
      if (!place?.isDirectory())
        throw usageError(`There is no folder ${folder}: is its disk mounted?`)
      if (otherDisk && place.dev === (await stat(dataDir)).dev)
        throw new CommandError(
          `${folder} is on the store’s disk: is the other disk mounted? Nothing was copied.`,
        )
      const file = join(folder, nameCopy(context.now()))
      await copyStore(store, file)
      await setWatermark(store.db, 'backup-at', context.now())
      const removed = await removeOldest(folder, keep)
      context.print(
        { file, removed },
        `The store was copied to ${file} and the copy checked.`,
        `It holds personal data. To restore it: svichka restore ${file}`,
      )
    })

function readCount(value: string): number {
  if (!/^[1-9]\d{0,4}$/.test(value)) throw new InvalidArgumentError('Use a number from 1 to 99999.')
  return Number(value)
}

export function nameCopy(now: number): string {
  return `svichka-${new Date(now).toISOString().replace(/[:.]/g, '-')}.db`
}

/** Names sort by time; other files stay. */
async function removeOldest(folder: string, keep: number): Promise<string[]> {
  const names = (await readdir(folder)).filter(name => /^svichka-\d{4}-[\dTZ-]+\.db$/.test(name))
  const old = names.sort().slice(0, -keep)
  for (const name of old) await rm(join(folder, name))
  return old
}

/** Renames the copy once it is checked and synced. */
async function copyStore(store: Store, file: string): Promise<void> {
  // One name for all copies to a folder: the next backup removes the file of a killed one.
  const unfinished = join(dirname(file), 'svichka-backup.unfinished')
  await rm(unfinished, { force: true })
  try {
    // Readable by its own user only, from the first byte on; SQLite fills an empty file.
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

/** A lost copy must not help to resolve address hashes or to forge the temple's replies. */
function dropSecrets(path: string): void {
  using copy = new DatabaseSync(path)
  copy.exec('pragma secure_delete = ON')
  copy.exec(`delete from secrets where name <> 'installation';
    update emails set reply_to = null where kind like 'temple-%'`)
}

/** Throws CommandError if the file is damaged. */
export function checkCopy(path: string): void {
  using copy = new DatabaseSync(path, { readOnly: true })
  const [row] = copy.prepare('pragma integrity_check').all()
  if (JSON.stringify(row) !== '{"integrity_check":"ok"}')
    throw new CommandError(`${path} is damaged: ${JSON.stringify(row)}.`)
}

export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r+')
  await handle.sync().finally(() => handle.close())
}
