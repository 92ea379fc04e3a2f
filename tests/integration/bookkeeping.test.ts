import { describe, expect, test } from 'vitest'
import { runOps } from '../../src/cli/run-ops'
import { findEmail } from '../../src/server/db/emails'
import { notifyBookkeeper } from '../../src/server/orders/notify-bookkeeper'
import { connectStripe } from '../../src/server/stripe/client'
import { hourMs } from '../../src/shared/durations'
import { engines } from '../setup/test-store'
import { apiForEach } from './api-fixture'

const env = { BOOKKEEPER_EMAIL: 'accounts@example.org', TEMPLE_LANGUAGE: 'en' }

describe.each(engines)('the accounts, on %s', engine => {
  const api = apiForEach({ engine, env })

  /** Moves both clocks. */
  const goTo = (at: number) => api.advanceBoth(at - api.services.now())
  const find = async (month: string) => {
    await notifyBookkeeper(api.services)
    return findEmail(api.services.store.db, `month ${month}`, 'bookkeeper-month')
  }
  const ops = async (line: string, variables = {}) => {
    const { databaseUrl, cards } = api.config
    const { output, errors, exitCode } = await runOps(line.split(' '), {
      variables: {
        DATA_DIR: api.dataDir,
        DATABASE_URL: databaseUrl ?? '',
        SANDBOX_PORT: cards?.apiUrl?.port,
        ...variables,
      },
      now: api.services.now,
    })
    return { output: output || errors, exitCode }
  }
  /** Pays 200 UAH, which then stands in the balance. */
  const pay = async () => {
    const intent = await api.createPaid(200)
    await api.place(intent, { name: 'Севастіян' })
    await api.control('/drain', {})
    return intent
  }

  test('a month’s email has what the provider’s balance has: fees, and refunds when they were made', async () => {
    await goTo(Date.UTC(2031, 9, 20))
    const [kept, returned] = [await pay(), await pay()]
    // Another program on the same account.
    const stripe = connectStripe(api.config.cards ?? expect.unreachable())
    const [foreign] = [
      await stripe.paymentIntents.create({
        ...{ amount: 50_000, currency: 'uah', confirm: true, payment_method: 'pm_card_visa' },
        allowed_payment_method_types: ['card'],
      }),
    ]
    await api.control('/drain', {})

    // Midnight in Kyiv is at 22:00; the balance may be complete some hours later.
    await goTo(Date.UTC(2031, 9, 31, 22) + 5 * hourMs)
    expect(await find('2031-10')).toBeUndefined()
    await goTo(Date.UTC(2031, 9, 31, 22) + 6 * hourMs)
    await api.control('/refunds', { payment_intent: returned, amount: 5_000 })
    const october = await find('2031-10')
    expect(await find('2031-10')).toEqual(october)
    expect(october).toMatchObject({
      recipient: 'accounts@example.org',
      subject: 'Donations of 2031-10: 400\u00a0UAH',
    })
    const text = october?.textBody.replaceAll('\u00a0', ' ') ?? ''
    expect(text).toContain(
      'Donations: 2\nReceived: 400 UAH\nReturned: 0 UAH\nFees: EUR 0.92\nAdded to the balance: EUR 7.08',
    )
    const code = '[2-9A-Z]{4}-[2-9A-Z]{4}'
    expect(text).toMatch(
      new RegExp(`1\\. ${kept}: 20 October 2031 at 03:00, 200 UAH, fee EUR 0\\.46, ${code}\\n`),
    )
    expect(text).not.toContain(foreign.id)
    expect(`${text}${october?.htmlBody}`).not.toContain('Севастіян')

    await goTo(Date.UTC(2031, 10, 30, 22) + 6 * hourMs)
    const november = (await find('2031-11'))?.textBody.replaceAll('\u00a0', ' ')
    expect(november).toContain('Donations: 0\nReceived: 0 UAH\nReturned: 50 UAH')
    expect(november).toMatch(new RegExp(`1\\. ${returned}: .*, refund, -50 UAH, ${code}\\n`))
  })

  test('the same comes as a table, by the days of the temple; a provider that refuses is named', async () => {
    await goTo(Date.UTC(2031, 9, 20, 12))
    const intent = await pay()
    await goTo(Date.UTC(2031, 9, 31, 23))
    await api.control('/disputes', { payment_intent: intent })
    const { output } = await ops('export --payments')
    const code = '[2-9A-Z]{4}-[2-9A-Z]{4}'
    const [head, ...lines] = output.split('\n')
    expect(head).toBe(
      'at,category,paymentIntentId,order,amountUah,amount,fee,net,currency,balanceTransactionId,mode',
    )
    expect(lines).toEqual([
      expect.stringMatching(
        new RegExp(
          `^2031-10-20 15:00,charge,${intent},${code},200,4,0\\.46,3\\.54,eur,txn_\\w+,test$`,
        ),
      ),
      expect.stringMatching(
        new RegExp(`^2031-11-01 01:00,dispute,${intent},${code},-200,-4,20,-24,eur,txn_\\w+,test$`),
      ),
    ])
    const november = JSON.parse((await ops('export --payments --since 2031-11-01 --json')).output)
    expect(november).toMatchObject([{ category: 'dispute', amountUah: -200, net: -24 }])
    expect((await ops('export --payments --until 2031-10-31')).output.split('\n')).toHaveLength(2)

    const refused = { action: 'status', path: '/v1/balance_transactions', count: null }
    await api.control('/faults', { ...refused, status: 403 })
    expect(await ops('export --payments')).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining('read access to balance transactions'),
    })
    expect((await ops('doctor')).output).toContain('may not read the balance')
    await goTo(Date.UTC(2031, 10, 1, 12))
    await expect(find('2031-10')).rejects.toThrow()
    expect((await ops('export --payments', { CARD_PROVIDER: 'none' })).output).toContain(
      'svichka orders --totals',
    )
  })

  test('no email comes for months before the first order', async () => {
    await goTo(Date.UTC(2031, 10, 20))
    await pay()
    expect(await find('2031-10')).toBeUndefined()
  })
})
