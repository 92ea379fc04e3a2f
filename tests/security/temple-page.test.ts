import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { renewLinkKey } from '../../src/server/db/link-key'
import { inTransaction } from '../../src/server/db/store'
import { renewLinks } from '../../src/server/orders/renew-links'
import { openTemplePage, type TestPage } from '../integration/temple/open-page'
import { beginUpload, type Entry, sendForm, sendInChunks } from '../integration/temple/send-form'
import { proxyOfAttack } from '../setup/start-proxy'
import { takePhoto } from '../setup/take-photo'

let page: TestPage
let link: string
let codes: string[]
beforeEach(async () => {
  page = await openTemplePage()
  link = await page.notify({ name: 'Іван' })
  codes = await page.codes()
})

const listUploads = () => {
  const uploads = join(page.dataDir, 'uploads')
  return existsSync(uploads) ? readdirSync(uploads) : []
}

/** Nothing was lit, nobody was written to, no file is left. */
async function expectNothingDone(after?: string): Promise<void> {
  expect(await page.states(), after).toEqual(['waiting'])
  expect(await page.donorEmails(), after).toEqual([])
  const mail = await page.readMail()
  expect(
    mail.filter(({ subject }) => /^Mark/.test(subject ?? '')),
    after,
  ).toEqual([])
  expect(listUploads(), after).toEqual([])
}

test('a made-up link opens nothing', async () => {
  const token = /(?<=temple\/)[\w-]+/.exec(link)?.[0] ?? ''
  const tokens = {
    forged: token.replace(/.{5}$/, '00000'),
    cut: token.slice(0, -1),
    'with a dot at its end': `${token}.`,
    'of a later day': token.replace(/^\d{8}/, '20991231'),
    'of a day long ago': token.replace(/^\d{8}/, '20200101'),
    'of no day': token.replace(/^\d{8}/, '99999999'),
    'without its signature': token.slice(0, 8),
    'as a stored email has it': 'link',
    'nothing like a link': '%00',
    'as long as a path may be': 'a'.repeat(290),
  }
  for (const [what, madeUp] of Object.entries(tokens)) {
    const { status, text, headers } = await page.open(`${page.url}/temple/${madeUp}`)
    const submitted = await page.submit(`${page.url}/temple/${madeUp}`, { codes })
    expect(text, what).not.toContain('Іван')
    // nginx refuses this path by itself.
    const isRefused = proxyOfAttack === 'nginx' && madeUp === '%00'
    expect([status, submitted.status], what).toEqual(isRefused ? [400, 400] : [404, 404])
    if (!isRefused) expect(headers.get('cache-control'), what).toMatch(/no-store|no-cache/)
  }
  await expectNothingDone()
})

test('a revoked link ends, and the temple gets another', async () => {
  expect(await renewLinks(page.services)).toBe(1)
  page.advance(10_000)
  expect((await page.open(link)).status).toBe(404)
  expect((await page.submit(link, { codes })).status).toBe(404)
  await expectNothingDone()
  const again = await page.notify()
  const [, summary, ...others] = await page.readMail()
  expect(summary?.text).toContain('earlier emails no longer work')
  expect(others).toEqual([])
  expect((await page.submit(again, { codes })).status).toBe(303)
  // With nothing that waits there is nothing to send.
  expect(await renewLinks(page.services)).toBe(0)
})

test('the page is neither kept, nor listed, nor framed, and refers to nothing', async () => {
  const { headers } = await page.open(link)
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': expect.stringContaining('noindex'),
    'referrer-policy': 'strict-origin',
    'x-frame-options': 'DENY',
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
  })
})

test('an email is stored without what opens its page', async () => {
  const emails = await page.services.store.db.selectFrom('emails').selectAll().execute()
  const [, signature = '?'] = /-([0-9a-f]{32})/.exec(link) ?? []
  expect(JSON.stringify(emails)).not.toContain(signature)
  expect(JSON.stringify(emails)).toContain('/temple/')
})

test('a page of another site cannot submit', async () => {
  const headers = { 'sec-fetch-site': 'cross-site' }
  expect((await page.submit(link, { codes, headers })).status).toBe(403)
  await expectNothingDone()
})

test('a submission takes no codes that no page shows', async () => {
  expect((await page.submit(link, { codes: [...codes, 'K7F3-9QXM'] })).status).toBe(422)
  await expectNothingDone()
})

test('another content than the form’s is refused', async () => {
  for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain']) {
    const headers = { 'content-type': type }
    const answer = await fetch(link, { method: 'POST', body: 'action=lit', headers })
    expect(answer.status).toBe(415)
  }
  await expectNothingDone()
})

const lit: Entry = ['action', 'lit']
const order = (): Entry => ['order', codes[0] ?? '']
const picture = (name: string): Entry => ['photo', { name, bytes: 'no picture' }]
/** No picture chosen, as browsers send it. */
const noPicture: Entry = ['photo', { name: '', bytes: '' }]

test('a form as our page makes none changes nothing, and is answered by the page', async () => {
  const forms: [what: string, status: number, entries: Entry[]][] = [
    ['3,000 parts', 413, [...Array(3000).fill(['a', 'b']), order(), lit]],
    ['3,000 codes', 413, [...Array(3000).fill(order()), lit]],
    ['six pictures', 413, [order(), ...Array(6).fill(picture('a.jpg')), lit]],
    ['a picture without a file name', 400, [order(), ['photo', 'abc'], lit]],
    ['a file of another name', 400, [order(), ['x', { name: 'a', bytes: 'b' }], lit]],
    ['a code that is too long', 400, [['order', 'A'.repeat(500)], lit]],
    ['a field of every object', 400, [['__proto__', 'a'], order(), lit]],
    ['a file without a byte', 422, [order(), ['photo', { name: 'a.jpg', bytes: '' }], lit]],
    ['no button', 422, [order()]],
    ['another button', 422, [order(), ['action', 'erase']]],
    ['no order', 422, [lit]],
    ['nothing', 422, []],
  ]
  for (const [what, status, entries] of forms) {
    const answer = await sendForm(link, entries)
    expect(answer.status, what).toBe(status)
    const result = /data-result="(failed|photos-rejected|nothing-chosen)"/
    expect(await answer.text(), what).toMatch(result)
    await expectNothingDone(what)
  }
  expect((await sendForm(link, [order(), lit], { isCut: true })).status).toBe(400)
  await expectNothingDone('a form without its end')
})

test('a picture is read whatever its name is, and named where it is none', async () => {
  const long = `${'я'.repeat(250)}.jpg`
  const names = [
    { '..': '..', '.': '.', 'a/../..': '..', 'C:\\photos\\свіча.jpg': 'свіча.jpg', [long]: long },
    { '\u0001\u202egpj.<b>': '\u0001\u202egpj.&lt;b&gt;', '': '2' },
  ]
  for (const shown of names) {
    const pictures = Object.keys(shown).map(name => picture(name))
    const answer = await sendForm(link, [order(), ...pictures, lit])
    expect(answer.status).toBe(422)
    const text = await answer.text()
    expect(text).toContain(`checked="" value="${codes[0]}"`)
    expect(text).toContain('data-index="1"')
    for (const name of Object.values(shown))
      expect(text).toContain(`<bdi translate="no">${name}</bdi>`)
    await expectNothingDone()
  }
  const photos = [{ name: '..', bytes: await takePhoto(200) }]
  expect((await page.submit(link, { codes, photos })).status).toBe(303)
  expect(await page.donorEmails()).toEqual(['photo-report waiting with photo'])
})

test('a form in which no picture was chosen lights the candle', async () => {
  expect((await sendForm(link, [order(), noPicture, lit])).status).toBe(303)
  expect(await page.states()).toEqual(['lit'])
})

test('three uploads run at once, all of one link, and a form without pictures needs no place', async () => {
  const photos = [{ name: 'a.jpg', bytes: await takePhoto(200) }]
  const uploads = []
  for (let running = 1; running <= 3; running += 1) {
    const upload = beginUpload(link, { photos })
    upload.send(0, 1_000)
    await expect.poll(listUploads).toHaveLength(running)
    uploads.push(upload)
  }
  const busy = await page.submit(link, { codes, photos })
  expect(busy.status).toBe(503)
  expect(busy.text).toContain('data-result="failed"')
  expect(busy.text).toContain(`checked="" value="${codes[0]}"`)
  // With nothing ticked, nothing is ticked again.
  const none = await page.submit(link, { photos })
  expect(none.status).toBe(503)
  expect(none.text).not.toContain('checked=""')
  // A small picture takes as long to decode as a large one.
  const small = [order(), picture('a.png'), lit]
  expect((await sendForm(link, small)).status).toBe(503)
  expect((await sendInChunks(link, small)).status).toBe(503)
  expect(await page.states()).toEqual(['waiting'])
  expect((await page.submit(link, { codes })).status).toBe(303)
  // Without its length nobody knows before it has come that it has no pictures.
  expect((await sendInChunks(link, [order(), noPicture, ['action', 'undo']])).status).toBe(303)
  expect(await page.states()).toEqual(['waiting'])
  for (const { breakOff } of uploads) breakOff()
  await expect.poll(async () => (await page.submit(link, { photos })).status).not.toBe(503)
  await expect.poll(listUploads).toEqual([])
  // That is no fault of ours.
  expect(page.readLog('error')).toEqual([])
})

test('an upload that runs while its link is revoked lights nothing', async () => {
  const photos = [{ name: 'a.jpg', bytes: await takePhoto(200) }]
  const upload = beginUpload(link, { codes, photos })
  upload.send(0, 1_000)
  await expect.poll(listUploads).toHaveLength(1)
  const { store, now } = page.services
  await inTransaction(store, trx => renewLinkKey(trx, now()))
  upload.send(1_000)
  await expect.poll(upload.heard).toMatch(/^HTTP\/1.1 404 /)
  expect(await page.states()).toEqual(['waiting'])
})
