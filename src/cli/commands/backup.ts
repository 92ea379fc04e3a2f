import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { sql } from 'kysely'
import type { Store } from '../../server/db/store'
import { setWatermark } from '../../server/db/watermarks'
import { type Command, CommandError, report, type Shop, usageError } from '../command'

const keptByDefault = 14

/** A whole, checked copy of the embedded store, taken while the server runs. */
export const backupCommand: Command = {
  name: 'backup',
  operands: '',
  summary: {
    en: 'copies the embedded store into one file while the server runs',
    uk: 'копіює вбудоване сховище в один файл, поки сервер працює',
  },
  examples: [
    'backup',
    'backup --to /mnt/backups --keep 30 --other-disk',
    'backup --to /root/before.db',
  ],
  options: {
    to: {
      value: 'PLACE',
      en: 'a folder or a new file .db; default: DATA_DIR/backups',
      uk: 'тека або новий файл .db; типово DATA_DIR/backups',
    },
    keep: {
      value: 'N',
      en: `in a folder the newest N copies stay: ${keptByDefault}`,
      uk: `у теці лишаються N найновіших копій: ${keptByDefault}`,
    },
    'other-disk': {
      en: 'refuses a folder on the disk of the store: a disk that is not mounted',
      uk: 'відмовляє, якщо тека на диску сховища: інший диск не підключено',
    },
  },
  async run(shop, call) {
    const store = await shop.openStore()
    if (store.engine === 'postgres')
      throw new CommandError({
        en: 'The store is PostgreSQL: take backups with pg_dump, which works while it runs.',
        uk: 'Сховище в PostgreSQL: робіть копії за допомогою pg_dump, не зупиняючи роботи.',
      })
    const place = resolve(call.text('to') ?? (await makeDefaultFolder(shop)))
    const isFolder = await checkPlace(place)
    const folder = isFolder ? place : dirname(place)
    if (call.flag('other-disk')) await refuseSameDisk(folder, shop.config.dataDir)
    const file = isFolder ? join(place, nameCopy(shop.now())) : place
    await copyStore(store, file)
    await setWatermark(store.db, 'backup-at', shop.now())
    const removed = isFolder ? await removeOldest(folder, call.count('keep') ?? keptByDefault) : []
    return report(
      { file, removed },
      {
        en: `The store was copied to ${file} and the copy is whole.\nIt holds personal data. To bring it back: svichka restore ${file}`,
        uk: `Сховище скопійовано в ${file}, копія ціла.\nУ ній особисті дані. Щоб відновити: svichka restore ${file}`,
      },
    )
  },
}

async function makeDefaultFolder({ config }: Shop): Promise<string> {
  const folder = join(config.dataDir, 'backups')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** Whether it is a folder. A missing one may be a missing disk: no file is made in its place. */
async function checkPlace(place: string): Promise<boolean> {
  const found = await stat(place).catch(() => null)
  if (found?.isDirectory()) return true
  if (found)
    throw usageError({
      en: `${place} is there already: name another file.`,
      uk: `${place} вже є: назвіть інший файл.`,
    })
  const missing = place.endsWith('.db') ? dirname(place) : place
  const folder = await stat(missing).catch(() => null)
  if (folder?.isDirectory()) return false
  throw usageError({
    en: `There is no folder ${missing}: is its disk mounted?`,
    uk: `Теки ${missing} немає: чи підключено її диск?`,
  })
}

async function refuseSameDisk(folder: string, dataDir: string): Promise<void> {
  if ((await stat(folder)).dev !== (await stat(dataDir)).dev) return
  throw new CommandError({
    en: `${folder} is on the same disk as the store: is the other one mounted? Nothing was copied.`,
    uk: `${folder} на тому самому диску, що й сховище: чи підключено інший? Нічого не скопійовано.`,
  })
}

export function nameCopy(now: number): string {
  return `svichka-${new Date(now).toISOString().replace(/[:.]/g, '-')}.db`
}

/** Sorted by name is sorted by time; files of other names are not ours. */
async function removeOldest(folder: string, keep: number): Promise<string[]> {
  const names = (await readdir(folder)).filter(name => /^svichka-\d{4}-[\dTZ-]+\.db$/.test(name))
  const old = names.sort().slice(0, -keep)
  for (const name of old) await rm(join(folder, name))
  return old
}

/** The name appears only once the copy is whole and on the disk. */
async function copyStore(store: Store, file: string): Promise<void> {
  const unfinished = `${file}.unfinished`
  await rm(unfinished, { force: true })
  try {
    // For its own user from the first byte on; an empty file may be filled.
    await (await open(unfinished, 'wx', 0o600)).close()
    await sql`vacuum into ${unfinished}`.execute(store.db)
    dropKeys(unfinished)
    checkCopy(unfinished)
    await sync(unfinished)
    await rename(unfinished, file)
  } finally {
    await rm(unfinished, { force: true })
  }
}

/** A lost copy must not reveal whose address a hash was, nor sign a reply: both keys are made anew. */
function dropKeys(path: string): void {
  const copy = new DatabaseSync(path)
  try {
    copy.exec('pragma secure_delete = ON')
    copy.exec("delete from secrets where name <> 'installation'")
  } finally {
    copy.close()
  }
}

/** Throws unless every page of the file is sound. */
export function checkCopy(path: string): void {
  const copy = new DatabaseSync(path, { readOnly: true })
  try {
    const [row] = copy.prepare('pragma integrity_check').all()
    if (JSON.stringify(row) !== '{"integrity_check":"ok"}')
      throw new CommandError({
        en: `${path} is not a whole copy: ${JSON.stringify(row)}.`,
        uk: `${path} не є цілою копією: ${JSON.stringify(row)}.`,
      })
  } finally {
    copy.close()
  }
}

/** Waits until the file is on the disk. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r+')
  await handle.sync().finally(() => handle.close())
}
