import { chmod, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { sql } from 'kysely'
import Database from 'libsql'
import type { Store } from '../../server/db/store'
import { type Command, exitCodes, report, type Shop, UsageError } from '../command'

/** A whole, checked copy of the embedded store, taken while the server runs. */
export const backupCommand: Command = {
  word: 'backup',
  operands: '',
  summary: 'copies the embedded store into one file while the server runs',
  examples: ['backup', 'backup --to /mnt/backups/svichka.db'],
  options: { to: { type: 'string' } },
  optionHelp: ['--to FILE   default: a file named by the time, in DATA_DIR/backups'],
  async run(shop, { values }) {
    if (shop.store.engine === 'postgres')
      return report(
        ['The store is PostgreSQL: take backups with pg_dump, which works while it runs.'],
        null,
        exitCodes.failed,
      )
    const file = resolve(typeof values.to === 'string' ? values.to : nameBackup(shop))
    await copyStore(shop.store, file)
    return report(
      [
        `The store was copied to ${file} and the copy is whole.`,
        'It holds personal data. To restore: stop the server, put it in place of svichka.db, delete svichka.db-wal and svichka.db-shm.',
      ],
      { file },
    )
  },
}

function nameBackup({ config, now }: Shop): string {
  const time = new Date(now()).toISOString().replace(/[:.]/g, '-')
  return join(config.dataDir, 'backups', `svichka-${time}.db`)
}

/** The name appears only once the copy is whole and on the disk. */
async function copyStore(store: Store, file: string): Promise<void> {
  await refuseExisting(file)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const unfinished = `${file}.unfinished`
  await rm(unfinished, { force: true })
  try {
    await sql`vacuum into ${unfinished}`.execute(store.db)
    await chmod(unfinished, 0o600)
    checkCopy(unfinished)
    await sync(unfinished)
    await rename(unfinished, file)
  } finally {
    await rm(unfinished, { force: true })
  }
}

async function refuseExisting(file: string): Promise<void> {
  const handle = await open(file, 'r').catch(() => null)
  await handle?.close()
  if (handle) throw new UsageError(`${file} is there already: name another file.`)
}

function checkCopy(path: string): void {
  const copy = new Database(path, { readonly: true })
  try {
    const [row] = copy.prepare('pragma integrity_check').all()
    if (JSON.stringify(row) !== '{"integrity_check":"ok"}')
      throw new Error(`The copy is not whole: ${JSON.stringify(row)}.`)
  } finally {
    copy.close()
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
