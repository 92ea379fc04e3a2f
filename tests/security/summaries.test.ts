import { describe, expect, test } from 'vitest'
import { countRows } from '../../src/server/db/store'
import { dayMs, hourMs } from '../../src/shared/durations'
import { paid } from '../integration/build-order'
import { openTemple } from '../integration/emails/open-temple'
import { startSmtpServer } from '../integration/emails/start-smtp-server'
import { engines } from '../setup/test-store'

/** Each character takes the most bytes in a mail. */
const longest = '@\u{1f56f}'.repeat(333)

describe.each(engines)('a stranger’s orders in what the temple is told, on %s', engine => {
  async function openBusyTemple() {
    const smtp = await startSmtpServer()
    const temple = await openTemple(engine, {
      smtpUrl: smtp.url,
      templeEmail: 'temple@example.org',
      digest: { after: 2, times: ['07:00'], timeZone: 'Europe/Kyiv' },
    })
    temple.clock.now = Date.UTC(2026, 10, 20, 10)
    return {
      put: temple.putOrders,
      /** What the temple gets now. */
      async send(forwardMs = 0) {
        temple.clock.now += forwardMs
        const before = smtp.received.length
        const startedAt = performance.now()
        await temple.notifyTemple()
        const tookMs = performance.now() - startedAt
        await temple.outbox.runOnce()
        const mails = smtp.received.slice(before)
        return {
          tookMs,
          subjects: mails.map(({ subject }) => subject),
          sizes: smtp.sizes.slice(before),
        }
      },
      countUntold: () =>
        countRows(temple.store.db.selectFrom('orders').where('noticeDueAt', 'is not', null)),
      close: () => smtp.close(),
    }
  }

  test('450 honest orders, two donations and a hundred of one network are one small summary', async ({
    annotate,
  }) => {
    const { put, send, close, countUntold } = await openBusyTemple()
    await put(450, { name: longest, purpose: longest })
    await put(100, { addressHash: '0123456789' })
    await put(4, paid)
    // Two of each kind at once.
    expect((await send()).subjects).toHaveLength(4)
    const { subjects, sizes, tookMs } = await send(hourMs)
    await annotate(`${Math.round(tookMs)} ms, ${sizes[0]} bytes`)
    expect(subjects).toEqual([expect.stringContaining('554\u00a0candles wait, 4 with a donation')])
    expect(sizes[0]).toBeLessThan(10_000)
    expect(tookMs).toBeLessThan(10_000)
    expect(await countUntold()).toBe(0)
    expect((await send(dayMs)).subjects).toEqual([])
    await close()
  })

  test('from a hundred and ten networks with a hundred each they are one email', async ({
    annotate,
  }) => {
    const { put, send, close, countUntold } = await openBusyTemple()
    for (let network = 0; network < 110; network += 1)
      await put(100, { addressHash: String(1e9 + network), name: `Junk ${network}` })
    await put(1, { name: 'Неля' })
    await put(3, paid)
    expect((await send()).subjects).toHaveLength(4)
    const { subjects, sizes, tookMs } = await send(hourMs)
    await annotate(`${Math.round(tookMs)} ms, ${sizes[0]} bytes`)
    expect(subjects).toEqual([expect.stringContaining('11004\u00a0candles wait, 3 with a')])
    expect(sizes[0]).toBeLessThan(10_000)
    expect(await countUntold()).toBe(0)
    await close()
  })
})
