import { describe, expect, it } from 'vitest'
import { findEmail } from '../../../src/server/db/emails'
import { createEmailSettings } from '../../../src/server/emails/layout'
import { reportMonth } from '../../../src/server/orders/report-month'
import { engines } from '../../setup/test-store'
import { paid } from '../build-order'
import { opsForEach } from '../cli/open-ops'
import { buildMailConfig } from './mail-config'

describe.each(engines)('the email to the bookkeeper, store on %s', engine => {
  const ops = opsForEach(engine)
  const report = (bookkeeperEmail: string | null = 'accounts@example.org') =>
    reportMonth({
      store: ops.store,
      now: () => ops.clock.now,
      emailSettings: createEmailSettings({
        mail: buildMailConfig({ bookkeeperEmail, templeLanguage: 'en' }),
        publicUrl: new URL('https://candle.example.org'),
        temple: null,
      }),
    })
  const find = (month: string) => findEmail(ops.store.db, `month ${month}`, 'bookkeeper-month')

  it('comes once, when the month has ended for the temple, with the figures of svichka and no name', async () => {
    const payment = { paymentIntentId: 'pi_12345678' }
    const createdAt = Date.UTC(2026, 9, 20)
    await ops.putOrder({ code: 'AAAA-0001', name: 'Севастіян', createdAt, ...payment, ...paid })
    await ops.putPayment({ ...payment, succeededAt: createdAt, refundedKopiykas: 5_000 })
    await ops.putPayment({ paymentIntentId: 'pi_november', succeededAt: Date.UTC(2026, 10, 1) })

    ops.clock.now = Date.UTC(2026, 9, 31, 21, 50)
    await report()
    expect(await find('2026-10')).toBeUndefined()
    // Midnight in Kyiv.
    ops.clock.now = Date.UTC(2026, 9, 31, 22, 5)
    await report(null)
    expect(await find('2026-10')).toBeUndefined()
    await report()
    await report()
    const email = await find('2026-10')
    expect(email).toMatchObject({
      recipient: 'accounts@example.org',
      subject: 'Donations of 2026-10: 200\u00a0UAH',
    })
    expect(email?.textBody).toMatch(/Donations: 1\nReceived: 200\sUAH\nRefunded of these: 50\sUAH/)
    expect(email?.textBody).toMatch(
      /1\. pi_12345678: .*2026.*, 200\sUAH, refunded 50\sUAH, AAAA-0001/,
    )
    for (const other of ['pi_november', 'Севастіян']) expect(email?.textBody).not.toContain(other)
    expect(email?.htmlBody).not.toContain('Севастіян')
  })

  it('does not come for months before the first order', async () => {
    await ops.putOrder({ createdAt: ops.clock.now })
    await report()
    expect(await find('2026-10')).toBeUndefined()
  })
})
