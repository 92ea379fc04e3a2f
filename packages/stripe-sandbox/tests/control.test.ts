import { describe, expect, test } from 'vitest'
import { type Control, openSandbox } from './open-sandbox'
import { donation, paidDirectly } from './open-sdk'

describe('the control plane', () => {
  test('lists its switches, and every one of them answers to its name', async () => {
    const { control, url } = await openSandbox()
    const lines = await control.get<string[]>('')
    expect(lines.length).toBeGreaterThan(25)
    for (const line of lines) {
      const [method = '', path = ''] = line.split(' ')
      const response = await fetch(`${url}${path.replace(':id', 'nobody')}`, { method })
      expect([line, [200, 400, 404].includes(response.status)]).toEqual([line, true])
      expect(await response.text()).not.toContain('No such call')
    }
  })

  test.each([
    ['faults', { action: 'explode' }, /action/],
    ['faults', { action: 'drop', colour: 'red' }, /colour/],
    ['faults', { action: 'status', status: 200 }, /status/],
    ['clock', { advance_ms: 0.5 }, /advance_ms/],
    ['webhook_endpoints', { url: 'nowhere' }, /url/],
    ['payment_intents/pi_nobody/pay', {}, /There is no payment intent pi_nobody/],
    ['disputes', { payment_intent: 'pi_nobody' }, /pi_nobody/],
    ['nothing', {}, /No such call/],
  ])('an invalid call of %s (%j) is answered with the reason', async (path, given, sentence) => {
    const { control } = await openSandbox()
    await expect(control.post(path, given)).rejects.toThrow(sentence)
  })

  test('an intent is shown with all that came of it', async () => {
    const { stripe, control } = await openSandbox()
    const { id } = await stripe.paymentIntents.create(paidDirectly)
    await control.post('refunds', { payment_intent: id, amount: 5_000 })
    expect(await control.get(`payment_intents/${id}`)).toMatchObject({
      status: 'succeeded',
      charges: [{ amount_refunded: 5_000 }],
      refunds: [{ amount: 5_000 }],
      disputes: [],
    })
  })
})

describe('the clock', () => {
  const day = 24 * 3_600_000
  const nowMs = async (control: Control) => (await control.get<{ now_ms: number }>('clock')).now_ms

  test('is turned forward and back, and stays turned after a restart', async () => {
    const { stripe, control, restart } = await openSandbox()
    await control.post('clock', { advance_ms: 3 * day })
    await restart()
    expect(await nowMs(control)).toBeGreaterThan(Date.now() + 2 * day)
    const { created } = await stripe.paymentIntents.create(donation)
    expect(created * 1000).toBeGreaterThan(Date.now() + 2 * day)
    await control.post('clock', { advance_ms: -5 * day })
    expect(await nowMs(control)).toBeLessThan(Date.now() - day)
  })
})
