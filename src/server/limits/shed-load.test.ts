import { promisify } from 'node:util'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { closeGate } from '../../../tests/setup/gate'
import { maxInFlight } from './limits'
import { shedLoad } from './shed-load'

test('visitors who hang up before their turn take no slot', async () => {
  const app = Fastify({ forceCloseConnections: true })
  onTestFinished(() => app.close())
  const gate = closeGate()
  let arrived = 0
  app.decorateRequest('addressHash', '')
  app.addHook('onRequest', () => {
    arrived += 1
    return gate.opened
  })
  await app.register(shedLoad)
  app.post('/', { config: { limit: 'free-order' } }, async () => 'taken')
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const leaving = new AbortController()
  const init = { method: 'POST', signal: leaving.signal }
  const gone = Array.from({ length: maxInFlight.other }, () => fetch(url, init).catch(() => {}))
  await expect.poll(() => arrived).toBe(maxInFlight.other)
  leaving.abort()
  await Promise.all(gone)
  await expect.poll(promisify(app.server.getConnections.bind(app.server))).toBe(0)
  gate.open()
  expect(await (await fetch(url, { method: 'POST' })).text()).toBe('taken')
})
