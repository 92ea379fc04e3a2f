import { expect, test } from 'vitest'
import { listenForEvents } from './listen-for-events'
import { openSandbox } from './open-sandbox'
import { donation, paidDirectly, rejectionOf, sdk } from './open-sdk'

test('the objects of one account do not exist for the keys of the other', async () => {
  const { url, port, stripe, control } = await openSandbox()
  const other = sdk(port, {}, 'sk_test_other')
  const intent = await stripe.paymentIntents.create(paidDirectly)
  const charge = String(intent.latest_charge)
  await stripe.refunds.create({ payment_intent: intent.id, amount: 5_000 })
  const dispute = await control.post<{ id: string }>('disputes', { payment_intent: intent.id })
  const [event] = (await stripe.events.list()).data
  for (const call of [
    other.paymentIntents.retrieve(intent.id),
    other.paymentIntents.cancel(intent.id),
    other.charges.retrieve(charge),
    other.refunds.create({ payment_intent: intent.id }),
    other.disputes.retrieve(dispute.id),
    other.events.retrieve(event?.id ?? ''),
  ])
    expect(await rejectionOf(call)).toMatchObject({ statusCode: 404, code: 'resource_missing' })
  for (const list of [
    other.paymentIntents.list(),
    other.charges.list(),
    other.refunds.list({ payment_intent: intent.id }),
    other.disputes.list({ payment_intent: intent.id }),
    other.events.list(),
  ])
    expect((await list).data).toEqual([])
  const query = `key=pk_test_other&client_secret=${intent.client_secret}`
  const read = await fetch(`${url}/v1/payment_intents/${intent.id}?${query}`)
  expect(read.status).toBe(404)
})

test('the other account is separate, and its events are not ours', async () => {
  const ours = await listenForEvents()
  const { port, stripe, control } = await openSandbox([ours.url])
  const other = sdk(port, {}, 'sk_test_other')
  const key = { idempotencyKey: 'click-1' }
  const first = await stripe.paymentIntents.create(donation, key)
  const second = await other.paymentIntents.create(donation, key)
  expect(second.id).not.toBe(first.id)
  expect(await control.post(`payment_intents/${second.id}/pay`)).toMatchObject({ status: 200 })
  expect((await other.paymentIntents.retrieve(second.id)).status).toBe('succeeded')
  expect((await other.charges.list()).data).toHaveLength(1)
  expect((await stripe.charges.list()).data).toEqual([])
  await ours.until(1)
  await control.post('drain')
  for (const { id } of (await other.events.list()).data) await control.post(`events/${id}/resend`)
  await control.post('drain')
  expect(ours.types()).toEqual(['payment_intent.created'])
  expect(await control.get('payment_intents')).toHaveLength(2)
})
