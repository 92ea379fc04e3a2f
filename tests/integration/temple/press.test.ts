import { beforeAll, describe, expect, it } from 'vitest'
import { forgetPerson } from '../../../src/server/retention/erase'
import { dayMs, minuteMs } from '../../../src/shared/durations'
import { takePhoto } from '../../setup/take-photo'
import { engines, testOnOne } from '../../setup/test-store'
import { linkIn, openTemplePage, type TestPage } from './open-page'

const names = ['Іван', 'Марія', 'Петро', 'Ольга', 'Степан']
const inDigest = { DIGEST_AFTER: '0' }

let photo: { name: string; bytes: Buffer }
beforeAll(async () => {
  photo = { name: 'IMG_1.jpeg', bytes: await takePhoto() }
})

/** A digest of five orders, the fifth without an address. */
async function openDigest(engine: 'sqlite' | 'postgres' = 'sqlite') {
  const page = await openTemplePage({ engine, env: inDigest })
  const fields = names.map((name, i) => ({ name, email: i < 4 ? `donor-${i}@example.org` : null }))
  for (const each of fields) await page.notify(each).catch(() => undefined)
  page.advance(dayMs)
  return { page, link: await page.notify(), codes: await page.codes() }
}

/** What the temple was written after its notices. */
const confirmations = async (page: TestPage) =>
  (await page.readMail()).filter(({ subject }) => /^Mark|^No longer/.test(subject ?? ''))

describe.each(engines)('the temple’s page, store on %s', engine => {
  const onOne = testOnOne(engine)

  it('shows an order as it is, to whoever has the link, and changes nothing', async () => {
    const page = await openTemplePage({ engine })
    const link = await page.notify({ name: 'Іван\nПетро', purpose: 'за мир' })
    const before = await page.orders()
    for (let i = 0; i < 3; i += 1) {
      const { status, text } = await page.open(link)
      expect(status).toBe(200)
      for (const part of ['Іван, Петро', 'за мир', before[0]?.code ?? '?'])
        expect(text).toContain(part)
      expect(text).not.toContain('donor@example.org')
    }
    expect(await page.orders()).toEqual(before)
    expect(await page.donorEmails()).toEqual([])
  })

  onOne('says what to pray for where no heading says it', async () => {
    const page = await openTemplePage({ engine })
    for (const purpose of ['За здоров’я', 'Об упокоении'])
      expect((await page.open(await page.notify({ purpose }))).text).toContain(purpose)
  })

  onOne('the printed sheet, which lies in the church, opens no page', async () => {
    const { page } = await openDigest(engine)
    const [mail] = (await page.readMail()).filter(({ attachments }) => attachments.length > 0)
    const sheet = new TextDecoder().decode(mail?.attachments[0]?.content as ArrayBuffer)
    expect(sheet).toContain('Степан')
    expect(sheet).not.toMatch(/temple|http|<svg|<img/)
  })

  it('lights the ticked candles, and each donor gets one report with the photo', async () => {
    const { page, link, codes } = await openDigest(engine)
    const [first = '', , third = ''] = codes
    const { status, location } = await page.press(link, { codes: [first, third], photos: [photo] })
    expect(status).toBe(303)
    expect(await page.states()).toEqual(['lit', 'waiting', 'lit', 'waiting', 'waiting'])
    expect(await page.donorEmails()).toEqual(Array(2).fill('photo-report waiting with photo'))
    const done = await page.open(page.url + location)
    expect(done.text).toContain('data-result="lit"')
    const [confirmation, ...others] = await confirmations(page)
    expect(others).toEqual([])
    expect(confirmation?.subject).toBe('Marked as lit: 1, 3')
    expect(linkIn(confirmation, page.url)).toBe(link)
    const photos = page.services.store.db.selectFrom('photos').select('id')
    expect(await photos.execute()).toHaveLength(1)
  })

  it.each([
    ['without a photo, then with one', ['lit', 'photo'], ['photo-report waiting with photo']],
    [
      'with a photo after the report',
      ['lit', 'send', 'photo'],
      ['photo-report sent', 'photo-added waiting with photo'],
    ],
    ['and taken back at once', ['lit', 'undo'], []],
    ['and taken back after the report', ['lit', 'send', 'undo'], ['report-withdrawn waiting']],
    [
      'taken back twice, with one correction',
      ['lit', 'send', 'undo', 'lit', 'send', 'undo'],
      ['report-withdrawn sent'],
    ],
    ['twice at once', ['lit lit'], ['photo-report waiting']],
    ['twice, and taken back twice at once', ['lit lit', 'undo undo'], []],
    [
      'again after it was taken back',
      ['lit', 'undo', 'photo'],
      ['photo-report waiting with photo'],
    ],
  ])('a candle is lit %s', async (_, steps, emails) => {
    const page = await openTemplePage({ engine })
    const link = await page.notify({})
    const codes = await page.codes()
    for (const step of steps) {
      page.advance(step === 'send' ? 15 * minuteMs : 1_000)
      if (step === 'send') await page.services.outbox.runOnce()
      else {
        const presses = step
          .split(' ')
          .map(action =>
            action === 'photo'
              ? page.press(link, { codes, photos: [photo] })
              : page.press(link, { action, codes }),
          )
        const answers = await Promise.all(presses)
        expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 303))
        expect(new Set(answers.map(({ location }) => location)).size).toBe(1)
      }
    }
    expect(await page.donorEmails()).toEqual(emails)
    const pressed = steps.flatMap(step => (step === 'send' ? [] : [step]))
    expect(await confirmations(page)).toHaveLength(pressed.length)
  })

  it('two people at once light what either ticked, and nobody is written to twice', async () => {
    const { page, link, codes } = await openDigest(engine)
    const answers = await Promise.all([
      page.press(link, { codes: codes.slice(0, 3) }),
      page.press(link, { codes: codes.slice(2, 5) }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect(await page.states()).toEqual(Array(5).fill('lit'))
    expect(await page.donorEmails()).toEqual(Array(4).fill('photo-report waiting'))
  })

  onOne('what one pressed by mistake is taken back alone', async () => {
    const { page, link, codes } = await openDigest(engine)
    await page.press(link, { codes })
    expect(await page.press(link, { action: 'undo', codes: codes.slice(1, 2) })).toMatchObject({
      status: 303,
    })
    expect(await page.states()).toEqual(['lit', 'waiting', 'lit', 'lit', 'lit'])
  })

  onOne('a picture that cannot be used changes nothing, is named, and the ticks stay', async () => {
    const { page, link, codes } = await openDigest(engine)
    const [first = '', second = ''] = codes
    const broken = { name: 'свічка <1>.png', bytes: Buffer.from('not a picture') }
    const { status, text } = await page.press(link, { codes: [second], photos: [photo, broken] })
    expect(status).toBe(422)
    expect(text).toContain('свічка &lt;1&gt;.png')
    expect(text).not.toContain('IMG_1')
    const isTicked = (code: string) =>
      /checked/.test(new RegExp(`<input[^>]*value="${code}"[^>]*>`).exec(text)?.[0] ?? '')
    expect([isTicked(first), isTicked(second)]).toEqual([false, true])
    expect(await page.states()).toEqual(Array(5).fill('waiting'))
    expect(await page.donorEmails()).toEqual([])
    expect(await confirmations(page)).toEqual([])
  })

  onOne('a link shows what the orders are, and ends with them', async () => {
    const { page, link, codes } = await openDigest(engine)
    await page.press(link, { codes })
    page.advance(59 * dayMs)
    expect((await page.open(link)).text).toContain('name="action"')
    page.advance(2 * dayMs)
    const { status, text } = await page.open(link)
    expect(status).toBe(200)
    expect(text).toContain('Марія')
    expect(text).not.toContain('name="action"')
    expect((await page.press(link, { action: 'undo', codes })).status).toBe(422)
    expect(await page.states()).toEqual(Array(5).fill('lit'))
    const { services } = page
    const [first = '', ...others] = codes
    for (const code of others) await forgetPerson(services.store, code, '/nowhere', services.now)
    expect((await page.open(link)).text).not.toContain('Марія')
    await forgetPerson(services.store, first, '/nowhere', services.now)
    expect((await page.open(link)).status).toBe(404)
  })

  onOne('an order that was dismissed is not lit, though it was ticked before', async () => {
    const { page, link, codes } = await openDigest(engine)
    const { db } = page.services.store
    await db.updateTable('orders').set({ fulfilment: 'dismissed' }).execute()
    expect((await page.press(link, { codes })).status).toBe(422)
    expect(await page.states()).toEqual(Array(5).fill('dismissed'))
  })

  onOne('a photo that no donor gets is not stored', async () => {
    const { page, link, codes } = await openDigest(engine)
    const { db } = page.services.store
    const [first = '', ...others] = codes
    await db.updateTable('orders').set({ email: null }).where('code', '=', first).execute()
    for (const chosen of [[first], others, codes, codes])
      await page.press(link, { codes: chosen, photos: [photo] })
    expect(await page.states()).toEqual(Array(5).fill('lit'))
    expect(await db.selectFrom('photos').select('id').execute()).toHaveLength(1)
  })

  onOne('a hundred presses a day are confirmed, no more', async () => {
    const page = await openTemplePage({ engine })
    const link = await page.notify({})
    const codes = await page.codes()
    const statuses = []
    for (let i = 0; i < 102; i += 1)
      statuses.push((await page.press(link, { action: i % 2 ? 'undo' : 'lit', codes })).status)
    expect(statuses.filter(status => status === 303)).toHaveLength(100)
  })
})
