import { beforeAll, describe, expect, it } from 'vitest'
import { intentionOf } from '../../../src/server/db/temple-list'
import { forgetPerson } from '../../../src/server/retention/erase'
import { dayMs, hourMs, minuteMs } from '../../../src/shared/durations'
import { takePhoto } from '../../setup/take-photo'
import { engines } from '../../setup/test-store'
import { paid } from '../build-order'
import { putOrder } from '../put-order'
import { linkIn, listed, openTemplePage, type TestPage } from './open-page'

const names = ['Іван', 'Марія', 'Петро', 'Ольга', 'Степан']

let photo: { name: string; bytes: Buffer }
beforeAll(async () => {
  photo = { name: 'IMG_1.jpeg', bytes: await takePhoto() }
})

/** Five orders, the fifth without a donation. */
async function openList(engine: 'sqlite' | 'postgres' = 'sqlite') {
  const page = await openTemplePage({ engine })
  const fields = names.map((name, i) => ({ name, email: i < 4 ? `donor-${i}@example.org` : null }))
  for (const each of fields) {
    page.advance(1)
    await page.notify(each)
  }
  return { page, link: await page.notify(), codes: await page.codes() }
}

/** What the temple was written after its submissions. */
const confirmations = async (page: TestPage) =>
  (await page.readMail()).filter(({ subject }) => /^Mark|^No longer|^Photo/.test(subject ?? ''))

describe.each(engines)('the temple’s page, store on %s', engine => {
  it('shows all that waits, to whoever has a link, and changes nothing', async () => {
    const page = await openTemplePage({ engine })
    const link = await page.notify({ name: 'Іван\nПетро', purpose: 'за мир' }, { name: 'Марія' })
    const before = await page.orders()
    for (let i = 0; i < 3; i += 1) {
      const { status, text } = await page.open(link)
      expect(status).toBe(200)
      for (const typed of ['Іван, Петро', 'за мир', 'Марія'])
        expect(text).toContain(`translate="no">${typed}<`)
      for (const part of before.map(({ code }) => code)) expect(text).toContain(part)
      expect(text).not.toContain('donor@example.org')
      expect(text).not.toContain('checked')
    }
    expect(await page.orders()).toEqual(before)
    expect(await page.donorEmails()).toEqual([])
  })

  it('donations come first, then the living, the departed, all else, and last a crowd', async () => {
    const page = await openTemplePage({ engine })
    const link = await page.notify({ name: 'Іван', purpose: 'Щось', email: null })
    const kinds = {
      'FREE-REPO': { purpose: 'За упокій Івана' },
      'FREE-HEAL': { purpose: 'О здравии' },
      'CLAI-MED1': { purpose: 'За здоров’я', payment: 'claimed' },
      'CROW-DED1': { purpose: 'За здоров’я', crowd: true },
      'PAID-REPO': { purpose: 'За упокій', ...paid },
      'PAID-HEAL': { purpose: 'For health', ...paid },
      'PAID-CROW': { purpose: 'Щось', ...paid, crowd: true },
    } as const
    for (const [i, [code, columns]] of Object.entries(kinds).entries()) {
      const intention = intentionOf(columns.purpose)
      const createdAt = page.services.now() + i
      await putOrder(page.services.store.db, { code, createdAt, ...columns, intention })
    }
    const [own = ''] = await page.codes()
    const { text } = await page.open(link)
    expect(listed(text)).toEqual([
      ...['PAID-HEAL', 'PAID-REPO', 'PAID-CROW'],
      ...['FREE-HEAL', 'CLAI-MED1', 'FREE-REPO', own, 'CROW-DED1'],
    ])
    expect(text).toContain('payment not confirmed')
  })

  it('two hundred at a time, each order once, whoever follows the links', async () => {
    const page = await openTemplePage({ engine })
    const link = await page.notify({ email: null })
    for (let i = 0; i < 450; i += 1) {
      const code = `MANY-${String(i).padStart(4, '0')}`
      const columns = { code, intention: i % 9 && 1, crowd: i % 5 === 0 }
      const createdAt = page.services.now() - (i % 7)
      await putOrder(page.services.store.db, { ...columns, createdAt })
    }
    const found = await page.readList(link)
    expect(found.map(({ length }) => length)).toEqual([200, 200, 51])
    expect(new Set(found.flat()).size).toBe(451)
    // An email's button opens the part that has its order.
    const [last = ''] = found.at(-1) ?? []
    const path = link.split('?')[0]
    const { text } = await page.open(`${path}?at=${last}`)
    expect(listed(text)).toContain(last)
    expect(text).toMatch(new RegExp(`<input[^>]*autofocus[^>]*value="${last}"`, 'i'))
    expect((await page.open(link)).text).toContain('200+')
  })

  it('lights the ticked candles, and each donor gets one report with the photo', async () => {
    const { page, link, codes } = await openList(engine)
    const [first = '', , third = ''] = codes
    const { status, location } = await page.submit(link, { codes: [first, third], photos: [photo] })
    expect(status).toBe(303)
    expect(await page.states()).toEqual(['lit', 'waiting', 'lit', 'waiting', 'waiting'])
    expect(await page.donorEmails()).toEqual(Array(2).fill('photo-report waiting with photo'))
    const done = await page.open(page.url + location)
    expect(done.text).toContain('data-result="lit"')
    expect(listed(done.text)).toHaveLength(3)
    const [confirmation, ...others] = await confirmations(page)
    expect(others).toEqual([])
    expect(confirmation?.subject).toBe('Marked as lit: 2 candles')
    expect(linkIn(confirmation, page.url)).toBe(link.split('?')[0])
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
        // A double tap sends one form twice.
        const key = `key-of-${page.services.now()}`
        const submitted = step
          .split(' ')
          .map(action =>
            action === 'photo'
              ? page.submit(link, { key, codes, photos: [photo] })
              : page.submit(link, { key, action, codes }),
          )
        const answers = await Promise.all(submitted)
        expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 303))
        expect(new Set(answers.map(({ location }) => location)).size).toBe(1)
        const result = await page.open(page.url + answers[0]?.location)
        expect(result.text).toContain(`data-result="${step.includes('undo') ? 'undone' : 'lit'}"`)
      }
    }
    expect(await page.donorEmails()).toEqual(emails)
    const submissions = steps.flatMap(step => (step === 'send' ? [] : [step]))
    expect(await confirmations(page)).toHaveLength(submissions.length)
  })

  it('two people at once light what either ticked, nobody is written to twice, and the slower one is told', async () => {
    const { page, link, codes } = await openList(engine)
    const answers = await Promise.all([
      page.submit(link, { codes: codes.slice(0, 3), photos: [photo] }),
      page.submit(link, { codes: codes.slice(2, 5), photos: [photo] }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect(await page.states()).toEqual(Array(5).fill('lit'))
    expect(await page.donorEmails()).toEqual(Array(4).fill('photo-report waiting with photo'))
    const pages = await Promise.all(answers.map(({ location }) => page.open(page.url + location)))
    const told = pages.filter(({ text }) => text.includes('Somebody else had already lit'))
    expect(told).toHaveLength(1)
    expect(told[0]?.text).toMatch(/1.candle:/)
    expect(told[0]?.text).toContain('Your photo is not used')
  })

  it('who submits what others have lit reads who and when, and nothing is sent', async () => {
    const { page, link, codes } = await openList(engine)
    await page.submit(link, { codes: codes.slice(0, 3) })
    const mail = (await page.readMail()).length
    page.advance(minuteMs)
    const { status, location } = await page.submit(link, { codes: codes.slice(1, 3) })
    expect(status).toBe(303)
    const { text } = await page.open(page.url + location)
    expect(text).toContain('Somebody else had already lit')
    for (const name of names.slice(1, 3))
      expect(text).toMatch(new RegExp(`<bdi[^>]*>${name}</bdi>`))
    expect(await page.readMail()).toHaveLength(mail)
  })

  it('a submission that comes again changes nothing and shows the first result', async () => {
    const { page, link, codes } = await openList(engine)
    const submission = { key: 'one-and-the-same', codes: codes.slice(0, 2), photos: [photo] }
    const first = await page.submit(link, submission)
    // Somebody takes one back meanwhile.
    await page.submit(link, { action: 'undo', codes: codes.slice(0, 1) })
    const again = await page.submit(link, submission)
    expect([again.status, again.location]).toEqual([303, first.location])
    expect(await page.states()).toEqual(['waiting', 'lit', 'waiting', 'waiting', 'waiting'])
    expect(await confirmations(page)).toHaveLength(2)
  })

  it('of two submissions at once with one key and other orders one counts, and is confirmed', async () => {
    const { page, link, codes } = await openList(engine)
    const answers = await Promise.all(
      codes.map(code => page.submit(link, { key: 'one-key-for-all', codes: [code] })),
    )
    expect(answers.map(({ status }) => status)).toEqual(codes.map(() => 303))
    expect((await page.states()).filter(state => state === 'lit')).toHaveLength(1)
    expect(await confirmations(page)).toHaveLength(1)
  })

  it('an order without words says whom to ask, with its code', async () => {
    const page = await openTemplePage({ engine })
    const link = await page.notify({})
    const [code = ''] = await page.codes()
    await page.services.store.db
      .updateTable('orders')
      .set({ channel: 'payment', name: '', purpose: '', needsDetails: true })
      .execute()
    const { text } = await page.open(link)
    expect(text).toContain('No name given')
    expect(text).toContain(`names: ask the administrator, code ${code}`)
  })

  it('a result is shown once: not a day later, nor after it was taken back', async () => {
    const { page, link, codes } = await openList(engine)
    const { location } = await page.submit(link, { codes })
    const open = async () => (await page.open(page.url + location)).text
    expect(await open()).toContain('data-result="lit"')
    page.advance(14 * minuteMs)
    await page.submit(link, { action: 'undo', codes: codes.slice(0, 1) })
    expect(await open()).not.toContain('data-result')
    const second = await page.submit(link, { codes })
    page.advance(dayMs)
    expect((await page.open(page.url + second.location)).text).not.toContain('data-result')
  })

  it('what was lit stays a week, with its way back, and its words go with their order', async () => {
    const { page, link, codes } = await openList(engine)
    await page.submit(link, { codes })
    page.advance(6 * dayMs)
    const [first = '', ...others] = codes
    expect((await page.open(link)).text).toContain('Марія')
    const { services } = page
    for (const code of others) await forgetPerson(services.store, code, '/nowhere', services.now)
    expect((await page.open(link)).text).not.toContain('Марія')
    page.advance(2 * dayMs)
    const { status, text } = await page.open(link)
    expect(status).toBe(200)
    expect(text).not.toContain(first)
    expect((await page.submit(link, { action: 'undo', codes: [first] })).status).toBe(422)
    expect(await page.states()).toEqual(Array(5).fill('lit'))
  })

  it('a link opens for two weeks; then its one button sends the temple a new one, one an hour', async () => {
    const { page, link, codes } = await openList(engine)
    page.advance(14 * dayMs)
    expect((await page.open(link)).status).toBe(200)
    page.advance(dayMs)
    const ended = await page.open(link)
    expect(ended.status).toBe(410)
    expect(ended.text).not.toMatch(/Іван|name="order"/)
    expect(ended.text.match(/<button/g)).toHaveLength(1)
    const before = (await page.readMail()).length
    const refused = await page.submit(link, { codes })
    expect([refused.status, refused.text]).toEqual([410, expect.stringContaining('has been sent')])
    await page.submit(link, { codes })
    expect(await page.states()).toEqual(Array(5).fill('waiting'))
    const mail = await page.readMail()
    expect(mail).toHaveLength(before + 1)
    expect((await page.open(linkIn(mail.at(-1), page.url))).status).toBe(200)
    page.advance(hourMs)
    await page.submit(link, { codes })
    expect(await page.readMail()).toHaveLength(before + 2)
  })

  it('an order that was dismissed is not lit, though it was ticked before', async () => {
    const { page, link, codes } = await openList(engine)
    const { db } = page.services.store
    await db.updateTable('orders').set({ fulfilment: 'dismissed' }).execute()
    expect((await page.submit(link, { codes })).status).toBe(422)
    expect(await page.states()).toEqual(Array(5).fill('dismissed'))
  })

  it('a photo that no donor gets is not stored', async () => {
    const { page, link, codes } = await openList(engine)
    const { db } = page.services.store
    const [first = '', ...others] = codes
    await db.updateTable('orders').set({ email: null }).where('code', '=', first).execute()
    for (const chosen of [[first], others, codes, codes])
      await page.submit(link, { codes: chosen, photos: [photo] })
    expect(await page.states()).toEqual(Array(5).fill('lit'))
    expect(await db.selectFrom('photos').select('id').execute()).toHaveLength(1)
  })

  it('a thousand submissions a day are taken, no more', async () => {
    const page = await openTemplePage({ engine })
    const link = await page.notify({})
    const codes = await page.codes()
    const { db } = page.services.store
    const result = JSON.stringify({ kind: 'undone', codes: [], corrected: 0, uncorrected: [] })
    const at = page.services.now()
    const rows = Array.from({ length: 998 }, (_, i) => ({ id: `submission-${i}`, at, result }))
    await db.insertInto('submissions').values(rows).execute()
    const answers = []
    for (const action of ['lit', 'undo', 'lit'])
      answers.push(await page.submit(link, { action, codes }))
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 422])
    expect(answers.at(-1)?.text).toContain('a thousand times')
  })
})
