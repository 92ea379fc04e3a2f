import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { openExistingStore } from '../../src/server/db/open-store'
import { paid } from '../integration/build-order'
import { orderAt } from './order-at'
import type { Product } from './processes'

/** A notice is written within a second. */
const waitsMs = 20_000

/**
 * Orders a candle with a donation, by a payment that is only in the store; resolves to the path of the link
 * in the temple's email about it.
 */
export async function orderForTemple({ url, dataDir }: Product, name: string): Promise<string> {
  const answer = await orderAt(url, { name, email: 'donor@example.org' })
  if (!answer.ok) throw new Error(`The order was rejected: ${await answer.text()}`)
  const store = await openExistingStore({ databaseUrl: null, dataDir })
  await store.db
    .updateTable('orders')
    .set({ ...paid, email: 'donor@example.org' })
    .where('name', '=', name)
    .execute()
  await store.close()
  const folder = join(dataDir, 'mail')
  for (let waitedMs = 0; waitedMs < waitsMs; waitedMs += 100) {
    const files = (await readdir(folder)).filter(file => /-temple-.*\.eml$/.test(file))
    const mails = await Promise.all(
      files.map(async file => PostalMime.parse(await readFile(join(folder, file)))),
    )
    const text = mails.find(mail => mail.text?.includes(name))?.text ?? ''
    const [path] = /\/temple\/[\w-]+(\?at=[\w-]+)?/.exec(text) ?? []
    if (path) return path
    await sleep(100)
  }
  throw new Error(`The temple got no link to ${name}.`)
}
