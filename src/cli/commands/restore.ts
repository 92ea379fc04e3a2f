import { accessSync, existsSync } from 'node:fs'
import { chmod, chown, copyFile, mkdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { CamelCasePlugin, Kysely, sql } from 'kysely'
import { emptyLog } from '../../server/db/engines'
import { readSqliteCode, sqliteCodes } from '../../server/db/failures'
import { findRunningServer } from '../../server/db/leases'
import type { Tables } from '../../server/db/schema'
import { createSqliteDialect, findStoreFile } from '../../server/db/sqlite'
import type { Queryable } from '../../server/db/store'
import { type Command, CommandError, report, type Shop, usageError } from '../command'
import { showTime, type Text } from '../print'
import { checkCopy, nameCopy, sync } from './backup'

/** Puts a backup in the store's place; what was there is kept beside it. */
export const restoreCommand: Command = {
  name: 'restore',
  operands: 'FILE',
  summary: {
    en: 'puts a backup in the place of the embedded store, while no server runs',
    uk: 'ставить резервну копію на місце вбудованого сховища, коли сервер зупинено',
  },
  examples: ['restore /mnt/backups/svichka-2026-11-20T02-00-00-000Z.db --yes'],
  options: {
    yes: {
      en: 'really does it; without it only prints what it would do',
      uk: 'справді відновлює; без цього лише розповідає',
    },
  },
  async run(shop, call) {
    const [named] = call.operands
    if (!named) throw usageError({ en: 'restore needs a FILE.', uk: 'Для restore потрібен ФАЙЛ.' })
    const { config, now } = shop
    if (config.databaseUrl)
      throw new CommandError({
        en: 'The store is PostgreSQL: restore it with pg_restore or psql.',
        uk: 'Сховище в PostgreSQL: відновлюйте через pg_restore або psql.',
      })
    const file = resolve(named)
    const copy = readCopy(file)
    const current = await readCurrent(shop, copy.newestOrderAt)
    const { ordersLost } = current
    const facts = [
      {
        en: `The copy ends with the order of ${showTime(copy.newestOrderAt)}. Orders after it: ${ordersLost ?? '?'}; those with a donation are found again at the provider, the others are only in the store that is put away.\nEmails that waited then go out (again): ${copy.waitingEmails}.`,
        uk: `Останнє замовлення в копії: ${showTime(copy.newestOrderAt)}. Замовлень після нього: ${ordersLost ?? '?'}; ті, що з пожертвою, буде знайдено в платіжної служби, решта є лише у відкладеному сховищі.\nЛистів, що тоді чекали й підуть (ще раз): ${copy.waitingEmails}.`,
      },
      ...(ordersLost === null ? [damagedText] : []),
    ]
    const ask = { en: 'To do it, add --yes.', uk: 'Щоб відновити, додайте --yes.' }
    if (!call.flag('yes')) return report({ restored: null, ordersLost }, ...facts, ask)
    const putAway = await replace(file, current.keys, config.dataDir, now())
    return report({ restored: file, putAway, ordersLost }, ...facts, {
      en: `Restored. ${putAway ? `What was there is now ${putAway}. ` : ''}Start the server.`,
      uk: `Відновлено. ${putAway ? `Попереднє сховище тепер ${putAway}. ` : ''}Запустіть сервер.`,
    })
  },
}

const damagedText: Text = {
  en: 'The store that is there cannot be read, so that nobody knows its orders, nor whether a server works with it: make sure that none does.',
  uk: 'Теперішнє сховище не читається: невідомо, які в ньому замовлення й чи працює з ним сервер. Переконайтеся, що сервер зупинено.',
}

interface Current {
  /** null: the store that is there is damaged. */
  ordersLost: number | null
  keys: Key[]
}

/** The store that is to be replaced, of whatever version. Its log is brought into its file. */
async function readCurrent(shop: Shop, newestOrderAt: number | null): Promise<Current> {
  const { dataDir } = shop.config
  if (!existsSync(findStoreFile(dataDir))) return { ordersLost: 0, keys: [] }
  let db: Kysely<Tables> | undefined
  try {
    const dialect = createSqliteDialect(dataDir)
    db = new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] })
    await refuseBesideServer(shop, db)
    const ordersLost = await countNewer(db, newestOrderAt)
    const keys = await readKeys(db)
    await emptyLog('sqlite', db)
    return { ordersLost, keys }
  } catch (error) {
    const { error: wrong, ioerr, corrupt, notadb } = sqliteCodes
    if (![wrong, ioerr, corrupt, notadb].includes(readSqliteCode(error) ?? 0)) throw error
    return { ordersLost: null, keys: [] }
  } finally {
    await db?.destroy()
  }
}

/** Whatever replaces or leaves a store must be alone with it: a server would write to the old one. */
export async function refuseBesideServer(shop: Shop, db: Queryable): Promise<void> {
  const until = await findRunningServer(db, shop.now())
  if (until)
    throw new CommandError({
      en: `A server works with this store: stop it first. (If it was killed, wait until ${showTime(until)}.)`,
      uk: `Зі сховищем працює сервер: спершу зупиніть його. (Якщо його вбито, зачекайте до ${showTime(until)}.)`,
    })
}

function readCopy(file: string) {
  try {
    // A file that is not there would be made, although it is opened for reading only.
    accessSync(file)
    checkCopy(file)
    const copy = new DatabaseSync(file, { readOnly: true })
    const read = (query: string) => Number(Object.values(copy.prepare(query).get() ?? {})[0] ?? 0)
    try {
      return {
        newestOrderAt: read('select max(created_at) from orders') || null,
        waitingEmails: read("select count(*) from emails where state = 'waiting'"),
      }
    } finally {
      copy.close()
    }
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError({
      en: `${file} cannot be read as a backup of this version.`,
      uk: `${file} не читається як резервна копія цієї версії.`,
    })
  }
}

async function countNewer(db: Queryable, since: number | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from orders where created_at > ${since ?? 0}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

type Key = { name: string; value: string; createdAt: number }

/** A backup holds no keys: those of the store that is replaced stay good for its notices. */
async function readKeys(db: Queryable): Promise<Key[]> {
  return db.selectFrom('secrets').selectAll().where('name', '!=', 'installation').execute()
}

/** Resolves to where the store that was there lies now; null: there was none. */
async function replace(
  file: string,
  keys: Key[],
  dataDir: string,
  now: number,
): Promise<string | null> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const target = findStoreFile(dataDir)
  const unfinished = `${target}.unfinished`
  await copyFile(file, unfinished)
  const copy = new DatabaseSync(unfinished)
  const insert = copy.prepare(
    'insert or ignore into secrets (name, value, created_at) values (?, ?, ?)',
  )
  for (const { name, value, createdAt } of keys) insert.run(name, value, createdAt)
  copy.close()
  await chmod(unfinished, 0o600)
  // Run by root, it still belongs to the server's user, as the folder does.
  const { uid, gid } = await stat(dataDir)
  await chown(unfinished, uid, gid)
  await sync(unfinished)
  const putAway = await putOldAway(target, join(dataDir, `replaced-${nameCopy(now)}`), now)
  await rename(unfinished, target)
  return putAway
}

/**
 * With its log, if it still has one: the newest orders lie there. The server erases both when the
 * retention time has passed since now.
 */
async function putOldAway(target: string, place: string, now: number): Promise<string | null> {
  await rm(`${target}-shm`, { force: true })
  for (const ending of ['-wal', ''])
    if (existsSync(target + ending)) {
      await rename(target + ending, place + ending)
      await utimes(place + ending, now / 1000, now / 1000)
    }
  return existsSync(place) ? place : null
}
