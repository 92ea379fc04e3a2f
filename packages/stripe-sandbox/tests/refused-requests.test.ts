import { describe, expect, test } from 'vitest'
import { openSandbox } from './open-sandbox'
import { donation } from './open-sdk'

/** A request without the SDK. */
async function post(url: string, body: string, key = 'sk_test_sandbox') {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body,
  })
  const answer: { error: Record<string, unknown> } = await response.json()
  return { status: response.status, error: answer.error }
}

describe('what the API rejects', () => {
  test.each([
    [{ amount: '200.5' }, 'parameter_invalid_integer', 'amount'],
    [{ amount: '0' }, 'parameter_invalid_integer', 'amount'],
    [{ confirm: 'perhaps' }, undefined, 'confirm'],
    [{ currency: 'xyz' }, undefined, 'currency'],
    [
      { confirm: 'true', 'payment_method_data[type]': 'card' },
      'parameter_unknown',
      'payment_method_data',
    ],
    [{ 'allowed_payment_method_types[0]': 'klarna' }, undefined, 'allowed_payment_method_types[0]'],
  ])('an intent with %j → %s', async (given, code, param) => {
    const { url, control } = await openSandbox()
    const form = new URLSearchParams({ amount: '20000', currency: 'uah', ...given })
    const { status, error } = await post(`${url}/v1/payment_intents`, String(form))
    expect([status, error.type, error.code, error.param]).toEqual([
      400,
      'invalid_request_error',
      code,
      param,
    ])
    expect(await control.get('payment_intents')).toEqual([])
  })

  test.each([['sk_live_51abc'], ['pk_live_51abc'], ['nonsense'], ['sk_test_']])(
    'the key %s gets the 401 envelope and is not repeated in full',
    async key => {
      const { url } = await openSandbox()
      const { status, error } = await post(`${url}/v1/payment_intents`, '', key)
      expect([status, error.type]).toEqual([401, 'invalid_request_error'])
      expect(error.message).toMatch(/^Invalid API Key provided: /)
      expect(error.message).not.toContain(key)
    },
  )

  test.each([
    ['payment_intents', '', 401, undefined],
    ['payment_intents', 'pk_test_sandbox', 403, 'secret_key_required'],
    ['customers', 'sk_test_sandbox', 404, undefined],
  ])('a call of %s with the key %j: %i', async (path, key, answered, code) => {
    const { url } = await openSandbox()
    const { status, error } = await post(`${url}/v1/${path}`, 'amount=1', key)
    expect([status, error.type, error.code]).toEqual([answered, 'invalid_request_error', code])
  })

  test('any card number with a secret key is rejected', async () => {
    const { url, stripe } = await openSandbox()
    const { id } = await stripe.paymentIntents.create(donation)
    const { status, error } = await post(
      `${url}/v1/payment_intents/${id}/confirm`,
      'payment_method_data[type]=card&payment_method_data[card][number]=4242424242424242&payment_method_data[card][exp_month]=12&payment_method_data[card][exp_year]=2034',
    )
    expect(status).toBe(402)
    expect(error.message).toMatch(/^Sending credit card numbers directly/)
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe('requires_payment_method')
  })

  test('hostile forms do no harm', async () => {
    const { url, stripe } = await openSandbox()
    for (const body of ['__proto__[x]=1', 'a=1&a[b]=2', `a[b]${'[c]'.repeat(50)}=1`])
      expect((await post(`${url}/v1/payment_intents`, body)).status).toBe(400)
    const large = await fetch(`${url}/v1/payment_intents`, {
      method: 'POST',
      body: 'x'.repeat(2_000_000),
    }).catch(() => ({ status: 413 }))
    expect(large.status).toBe(413)
    expect((await stripe.paymentIntents.create(donation)).status).toBe('requires_payment_method')
  })
})
