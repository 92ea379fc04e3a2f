import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { expect, test, vi } from 'vitest'
import { answerChallenge } from './answer-challenge'

const secrets = { hmacSignatureSecret: 'one', hmacKeySignatureSecret: 'two' }

async function challengeBody() {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 10,
    counter: 7,
    deriveKey,
    expiresAt: Math.floor(Date.now() / 1000) + 60,
    ...secrets,
  })
  return { success: false, error: 'Too many requests.', challenge }
}

const refusal = (body: unknown) => new Error(`429: ${JSON.stringify(body)}`)

test('a challenge is solved, and the request sent once more with the solution', async () => {
  const body = await challengeBody()
  const send = vi.fn<(headers: Record<string, string>) => Promise<Response>>()
  send.mockRejectedValueOnce(refusal(body)).mockResolvedValueOnce(new Response('{}'))
  expect((await answerChallenge(send)).ok).toBe(true)
  const header = send.mock.calls[1]?.[0]['proof-of-work'] ?? ''
  const proof = JSON.parse(atob(header))
  expect(await verifySolution({ ...proof, deriveKey, ...secrets })).toMatchObject({
    verified: true,
  })
})

test.each([
  ['a refusal without a challenge', refusal({ success: false, error: 'Too many requests.' })],
  ['a refusal that is not JSON', new Error('429: Too Many Requests')],
  ['another answer', new Error('503: {"success":false}')],
  ['a network failure', new TypeError('Failed to fetch')],
])('%s is final: nothing is sent again', async (_what, error) => {
  const send = vi.fn(() => Promise.reject(error))
  await expect(answerChallenge(send)).rejects.toBe(error)
  expect(send).toHaveBeenCalledOnce()
})

test('a browser that cannot solve says so', async () => {
  vi.stubGlobal('crypto', {})
  const send = vi.fn<(headers: Record<string, string>) => Promise<Response>>()
  send.mockRejectedValueOnce(refusal(await readyBody)).mockResolvedValueOnce(new Response('{}'))
  await answerChallenge(send)
  expect(send).toHaveBeenLastCalledWith({ 'proof-of-work': 'unable' })
  vi.unstubAllGlobals()
})

const readyBody = challengeBody()
