import { readdir } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { saveDraft } from '../../src/server/orders/draft'
import { notifyTemple } from '../../src/server/orders/notify-temple'
import type { SentOrder } from '../../src/server/orders/save-order'
import { syncPayment } from '../../src/server/orders/sync-payment'
import { cards } from '../setup/cards'
import { engines } from '../setup/test-store'
import { apiForEach } from './api-fixture'
import { buildOrder } from './build-order'
import { listDrafts, listEmailKinds, listOrders } from './read-store'

const olha = { name: 'Ольга', email: 'olha@example.org' }

describe.each(engines)('what became of a payment, on %s', engine => {
  const api = apiForEach({ engine })

  test('paid: the order is stored and thanked for once, however many questions come', async () => {
    const intent = await api.createPaid(200)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => api.outcome(intent, { words: olha })),
    )
    for (const { body } of answers)
      expect(body).toEqual({
        outcome: 'succeeded',
        amount: 200,
        hasOrder: true,
        userEmailSent: true,
      })
    expect(await listOrders(api.services)).toMatchObject([{ name: 'Ольга', payment: 'paid' }])
    expect(await listEmailKinds(api.services)).toEqual(['donor-thanks', 'temple-notice'])
    expect(await readdir(api.config.mail.folder)).toHaveLength(1)
  })

  test('paid without names: who paid adds them, once, and the temple is told', async () => {
    const empty = { name: '', purpose: '' }
    const full = { name: 'Марії', purpose: 'За здоров’я' }
    const [told, untold] = [await api.createPaid(200), await api.createPaid(300)]
    await api.outcome(told, { words: empty })
    await notifyTemple(api.services)
    const purposeless = await api.outcome(untold, { words: { ...full, purpose: ' ' } })
    expect(purposeless.body).toMatchObject({ missing: 'purpose' })

    // One field more is still an incomplete order.
    const half = await api.outcome(told, { words: { ...full, purpose: '' } })
    expect(half.body).toMatchObject({ missing: 'name' })
    for (const name of ['Марії', 'Іншої']) {
      const { body } = await api.outcome(told, { words: { ...full, name } })
      expect(body).toMatchObject({ outcome: 'succeeded', hasOrder: true })
      expect(body).not.toHaveProperty('missing')
    }
    await api.outcome(untold, { words: full })
    await notifyTemple(api.services)
    const orders = await listOrders(api.services)
    expect(orders.map(({ name, needsDetails }) => [name, needsDetails])).toEqual([
      ['Марії', false],
      ['Марії', false],
    ])
    const emails = await api.services.store.db
      .selectFrom('emails')
      .select(['kind', 'textBody'])
      .where('kind', 'in', ['temple-notice', 'temple-details-added'])
      .orderBy('createdAt')
      .execute()
    const withNames = emails.map(({ kind, textBody }) => [kind, textBody.includes('Марії')])
    expect(withNames.sort()).toEqual([
      ['temple-details-added', true],
      ['temple-notice', false],
      ['temple-notice', true],
    ])
  })

  test('open after a declined card: the answer says why', async () => {
    const intent = await api.create(200)
    await api.pay(intent, cards.noMoney)
    const { body } = await api.outcome(intent, { words: olha })
    expect(body).toMatchObject({
      outcome: 'open',
      decline: { message: 'Your card has insufficient funds.', declineCode: 'insufficient_funds' },
    })
  })

  test('canceled while the provider keeps an order waiting, then goes down: there is no order', async () => {
    const intent = await api.create(200)
    const path = `/v1/payment_intents/${intent}`
    const held = { action: 'delay', at: 'after', ms: null, count: null } as const
    await api.sandbox.fault({ ...held, method: 'GET', path })
    const ordered = api.place(intent)
    await expect.poll(() => api.countRequests('GET /v1/payment_intents/:id')).toBe(1)
    await syncPayment(api.services, intent, { kind: 'check', cancel: true })
    await api.stopProvider()
    expect((await ordered).body).toEqual({ success: false })
    expect(await listOrders(api.services)).toEqual([])
  })

  test('neither a late uncorrected text, its address nor an unpaid order replaces the newer draft', async () => {
    const intent = await api.create(200)
    const uncorrected = { ...olha, name: 'Помилкове', version: 1 }
    await api.draft(intent, uncorrected)
    await api.draft(intent, { name: 'Ганна', email: null, version: 2 })
    expect((await api.draft(intent, uncorrected)).body).toEqual({ success: true })
    await api.draft(intent, { name: 'Без номера' })
    expect((await api.place(intent, { name: 'Чужа' })).body.success).toBe(false)
    await api.pay(intent)
    const { body } = await api.outcome(intent, { words: uncorrected })
    expect(body.outcome).toBe('succeeded')
    expect(await listOrders(api.services)).toMatchObject([{ name: 'Ганна', email: null }])
  })

  test('an empty name or purpose replaces no kept one, and no address a kept one', async () => {
    const intent = await api.create(200)
    await api.draft(intent, { ...olha, purpose: '', version: 1 })
    await api.draft(intent, { name: '', purpose: '', email: null, version: 2 })
    await api.draft(intent, { name: '', purpose: 'За мир', email: null, version: 3 })
    await api.draft(intent, { ...olha, purpose: '', version: 4 })
    await api.pay(intent)
    await api.place(intent, { name: '', purpose: '', email: null })
    expect(await listOrders(api.services)).toMatchObject([
      { ...olha, purpose: 'За мир', needsDetails: false },
    ])
  })

  test('of words that come at the same time an empty name still replaces no kept one', async () => {
    const intent = await api.create(200)
    const clientSecret = api.secretOf(intent)
    const save = (
      version: number,
      words: Pick<SentOrder['sent'], 'name' | 'purpose' | 'email'>,
    ) => {
      const sent = { ...words, donationAmount: 200, language: 'uk' } as const
      const sentOrder = { sent, addressHash: 'hash' }
      return saveDraft(api.services, intent, { clientSecret, version, sentOrder })
    }
    await Promise.all([
      save(1, { ...olha, purpose: 'За здоров’я' }),
      save(2, { name: '', purpose: 'За мир', email: null }),
    ])
    await api.pay(intent)
    await api.outcome(intent)
    expect(await listOrders(api.services)).toMatchObject([{ ...olha, needsDetails: false }])
  })

  test('a draft without the client secret of its payment is rejected', async () => {
    const intent = await api.create(200)
    const draft = (clientSecret?: string) =>
      api.put(`/api/order-drafts/${intent}`, { ...buildOrder(olha), clientSecret })
    expect((await draft()).status).toBe(400)
    expect((await draft(`${intent}_secret_guessed`)).status).toBe(404)
    expect(await listDrafts(api.services)).toEqual([])
    expect((await draft(api.secretOf(intent))).status).toBe(200)
    expect(await listDrafts(api.services)).toHaveLength(1)
  })

  test('with another secret nothing is returned, stored or canceled', async () => {
    const intent = await api.createPaid(200)
    const secret = `${intent}_secret_guessed`
    const answer = await api.outcome(intent, { words: olha, cancel: true, secret })
    expect([answer.status, answer.body.success]).toEqual([404, false])
    expect(await listOrders(api.services)).toEqual([])
    const open = await api.create(300)
    const ask = () => api.outcome(open, { cancel: true, secret: `${open}_secret_guessed` })
    await ask()
    expect(await api.statusOf(open)).toBe('requires_payment_method')
    // As after the restore of an old backup: the provider alone knows the secret.
    await api.services.store.db.deleteFrom('donations').execute()
    expect((await ask()).status).toBe(404)
    expect(await api.statusOf(open)).toBe('requires_payment_method')
  })
})
