import { describe, expect, test } from 'vitest'
import { openSandbox } from './open-sandbox'
import { donation, rejectionOf } from './open-sdk'

const day = 24 * 3_600_000

describe('idempotency keys', () => {
  test('a declined card is remembered too: the repeat is declined without a second charge', async () => {
    const { stripe, control } = await openSandbox()
    const { id } = await stripe.paymentIntents.create(donation)
    const confirm = () =>
      stripe.paymentIntents.confirm(
        id,
        { payment_method: 'pm_card_visa_chargeDeclined' },
        { idempotencyKey: 'confirm-1' },
      )
    const first = await rejectionOf(confirm())
    const again = await rejectionOf(confirm())
    expect([again.statusCode, again.charge]).toEqual([402, first.charge])
    expect(await control.get('charges')).toHaveLength(1)
  })

  test('a failure after the work is kept under its key, and the SDK does not try again', async () => {
    const { stripe, control } = await openSandbox()
    await control.post('faults', { action: 'status', status: 500, at: 'after' })
    const key = { idempotencyKey: 'click-2' }
    for (const replayed of [undefined, 'true']) {
      const error = await rejectionOf(stripe.paymentIntents.create(donation, key))
      expect(error).toMatchObject({ type: 'StripeAPIError', statusCode: 500 })
      expect(error.headers?.['idempotent-replayed']).toBe(replayed)
    }
  })

  test('what failed validation has not used its key up', async () => {
    const { stripe } = await openSandbox()
    const key = { idempotencyKey: 'click-3' }
    const tooLong = { ...donation, receipt_email: 'x'.repeat(6000) }
    const invalid = stripe.paymentIntents.create(tooLong, key)
    expect((await rejectionOf(invalid)).statusCode).toBe(400)
    expect((await stripe.paymentIntents.create(donation, key)).amount).toBe(20_000)
  })

  test('a concurrent request under the same key is rejected, and the SDK retries it', async () => {
    const { stripe, control } = await openSandbox()
    const send = (maxNetworkRetries: number) =>
      stripe.paymentIntents.create(donation, { idempotencyKey: 'click-4', maxNetworkRetries })
    await control.post('faults', { action: 'delay', ms: 1_000, path: '/v1/payment_intents' })
    const first = send(0)
    await expect.poll(() => control.get('faults')).toEqual([])
    const [retried, rejected] = await Promise.all([send(3), rejectionOf(send(0))])
    expect([rejected.statusCode, rejected.code]).toEqual([409, 'idempotency_key_in_use'])
    expect(retried.id).toBe((await first).id)
  })

  test('after a day the key is forgotten, also across a restart', async () => {
    const { stripe, control, restart } = await openSandbox()
    const key = { idempotencyKey: 'click-6' }
    const first = await stripe.paymentIntents.create(donation, key)
    await control.post('clock', { advance_ms: day - 60_000 })
    await restart()
    expect((await stripe.paymentIntents.create(donation, key)).id).toBe(first.id)
    await control.post('clock', { advance_ms: 61_000 })
    expect((await stripe.paymentIntents.create(donation, key)).id).not.toBe(first.id)
  })
})
