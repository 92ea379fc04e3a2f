import { existsSync, mkdirSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runOps } from '../../../src/cli/run-ops'
import { openExistingStore } from '../../../src/server/db/open-store'
import { findStoreFile } from '../../../src/server/db/sqlite'
import { limitFileSize } from '../../setup/limit-file-size'
import { orderAt } from '../../setup/order-at'
import { startProduct } from '../../setup/processes'
import { takePhoto } from '../../setup/take-photo'
import { engines } from '../../setup/test-store'
import { paid } from '../build-order'
import { startSmtpServer } from '../emails/start-smtp-server'
import { linkIn, openTemplePage, type TestPage } from './open-page'
import { beginUpload, sendSubmission } from './send-form'

/** How long a locked statement is repeated here, ms. */
const retryForMs = 300

/** Locks what a submission has to change, as another process does. */
async function lockOrders({ config, dataDir }: TestPage): Promise<() => Promise<unknown>> {
  if (config.databaseUrl) {
    const client = new pg.Client({ connectionString: config.databaseUrl })
    await client.connect()
    client.on('error', () => {})
    await client.query('begin; select * from orders for update')
    return () => client.end()
  }
  const other = new DatabaseSync(findStoreFile(dataDir))
  other.exec('begin immediate')
  return async () => {
    other.exec('rollback')
    other.close()
  }
}

describe.each(engines)('a submission of the temple’s page, store on %s', engine => {
  it('that meets a lock changes nothing and keeps its ticks, and the next one does all', async () => {
    const page = await openTemplePage({ engine, retryForMs })
    const link = await page.notify({})
    const codes = await page.codes()
    const photos = [{ name: 'a.jpg', bytes: await takePhoto() }]
    const release = await lockOrders(page)
    const refused = await page.submit(link, { codes, photos })
    expect(refused.status).toBe(503)
    expect(refused.text).toContain('data-result="failed"')
    expect(refused.text).toMatch(new RegExp(`<input[^>]*checked[^>]*value="${codes[0]}"`))
    await release()
    expect(await page.states()).toEqual(['waiting'])
    expect((await page.submit(link, { codes, photos })).status).toBe(303)
    expect(await page.states()).toEqual(['lit'])
    expect(await page.donorEmails()).toEqual(['photo-report waiting with photo'])
  })
})

it.runIf(process.platform === 'linux')(
  'a full disk refuses pictures, and nothing is lost',
  async () => {
    const page = await openTemplePage({ engine: 'postgres' })
    const link = await page.notify({})
    const codes = await page.codes()
    const photos = [{ name: 'a.jpg', bytes: await takePhoto() }]
    limitFileSize(50_000)
    const submitted = page.submit(link, { codes, photos })
    const refused = await submitted.finally(() => limitFileSize('unlimited'))
    expect(refused.status).toBe(503)
    expect(refused.text).toContain('data-result="failed"')
    expect(await page.states()).toEqual(['waiting'])
    expect((await page.submit(link, { codes, photos })).status).toBe(303)
  },
)

// It takes longer than the server waits for any other request.
it('an upload of twenty seconds is taken', async () => {
  const page = await openTemplePage()
  const link = await page.notify({})
  const photos = [{ name: 'a.jpg', bytes: await takePhoto() }]
  const upload = beginUpload(link, { codes: await page.codes(), photos })
  for (let piece = 0; piece < 20; piece += 1) {
    upload.send((piece * upload.size) / 20, ((piece + 1) * upload.size) / 20)
    await pause(1_000)
  }
  await expect.poll(upload.heard).toMatch(/^HTTP\/1\.1 303 /)
  expect(await page.states()).toEqual(['lit'])
})

it('what a killed process left of its uploads is removed', async () => {
  const page = await openTemplePage()
  const link = await page.notify({})
  const left = join(page.dataDir, 'uploads', 'submission-old')
  mkdirSync(left, { recursive: true })
  utimesSync(left, 1, 1)
  await page.submit(link, { codes: await page.codes() })
  expect(existsSync(left)).toBe(false)
})

it('a process that is killed in the middle lights all that was ticked, or nothing, and writes once', async () => {
  const smtp = await startSmtpServer()
  onTestFinished(() => smtp.close())
  const env = { DIGEST_AFTER: '1', SMTP_URL: smtp.url, TEMPLE_EMAIL: 'temple@example.org' }
  const product = await startProduct({ env })
  onTestFinished(() => product.stop())
  await orderAt(product.url, { email: 'donor@example.org' })
  const notices = () => smtp.received.filter(({ to }) => to?.[0]?.address === 'temple@example.org')
  await expect.poll(() => notices().length).toBe(1)
  const link = linkIn(notices()[0], product.url)
  const PUBLIC_URL = product.url
  const variables = { DATA_DIR: product.dataDir, CARD_PROVIDER: 'none', PUBLIC_URL }
  const { output } = await runOps(['orders', '--json'], { variables, now: Date.now })
  const [order] = JSON.parse(output)
  expect(order.link).toBe(link)
  const photos = [{ name: 'a.jpg', bytes: await takePhoto(1200) }]
  const submit = () => sendSubmission(link, { codes: [order.code], photos }).catch(() => null)
  const openStore = async () => {
    const store = await openExistingStore({ databaseUrl: null, dataDir: product.dataDir })
    onTestFinished(() => store.close())
    return store
  }
  await product.server.stop('SIGKILL')
  const before = await openStore()
  // As if it had been paid.
  const donation = { ...paid, email: 'donor@example.org' }
  await before.db.updateTable('orders').set(donation).execute()
  await before.close()
  await product.server.start()
  const submissions = 4
  for (let i = 0; i < submissions; i += 1) {
    const answer = submit()
    await pause((i * 900) / submissions)
    await product.server.stop('SIGKILL')
    await answer
    await product.server.start()
  }
  expect((await submit())?.status).toBe(303)
  const store = await openStore()
  const emails = await store.db.selectFrom('emails').select('kind').execute()
  const count = (kind: string) => emails.filter(email => email.kind === kind).length
  expect([count('donor-photo-report'), count('donor-photo-added')]).toEqual([1, 0])
  const history = store.db.selectFrom('orderHistory').select('event').where('event', '=', 'lit')
  expect(await history.execute()).toHaveLength(1)
  // Each submission that lit something was confirmed; a later one says that all was lit before.
  const stored = await store.db.selectFrom('submissions').select('result').execute()
  const done = stored.filter(({ result }) => JSON.parse(result).codes.length > 0)
  expect(done).toHaveLength(1)
  expect(count('temple-submission')).toBe(1)
})

it('an upload is not held in memory, and a picture above 20 MB is refused', async () => {
  const product = await startProduct()
  onTestFinished(() => product.stop())
  await orderAt(product.url)
  await expect.poll(product.server.output).toMatch(/^Temple: /m)
  const [, link = ''] = /^Temple: (\S+)$/m.exec(product.server.output()) ?? []
  const most20 = Buffer.alloc(20 * 1024 * 1024, 1)
  const send = (photos: number, bytes = most20) =>
    sendSubmission(link, {
      photos: Array.from({ length: photos }, () => ({ name: 'a.jpg', bytes })),
    })
  // The code is loaded and compiled at first.
  expect((await send(1)).status).toBe(422)
  const before = product.server.memory()
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, product.server.memory())
  }, 20)
  const { status } = await send(5)
  clearInterval(watch)
  expect(status).toBe(422)
  expect(most - before).toBeLessThan(40)
  const larger = await send(1, Buffer.concat([most20, Buffer.alloc(1)]))
  expect(await larger.text()).toContain('a.jpg</bdi>: більше за 20 МБ')
  expect(readdirSync(join(product.dataDir, 'uploads'))).toEqual([])
})
