import dns from 'node:dns'
import { once } from 'node:events'
import { get } from 'node:https'
import { createServer } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { listen } from '../../../tests/setup/listen'
import { createAgent, createLookup } from './agent'

afterEach(() => void vi.restoreAllMocks())

it('looks the provider up once for all who wait, so that the database’s name has a turn', () => {
  const lookup = vi.spyOn(dns.promises, 'lookup').mockReturnValue(new Promise(() => {}))
  const agent = createAgent()
  for (let i = 0; i < 20; i += 1) get({ host: 'provider.example', agent }).once('error', () => {})
  expect(lookup).toHaveBeenCalledTimes(1)
  agent.destroy()
})

it('connects to what it found, each time', async () => {
  const server = createServer(socket => socket.destroy())
  const port = await listen(server)
  const agent = createAgent()
  for (let turn = 0; turn < 2; turn += 1) {
    get({ host: 'localhost', port, agent }).once('error', () => {})
    await once(server, 'connection')
  }
  agent.destroy()
})

it('finds one address where Node tries no several', async () => {
  const found = await new Promise(resolve =>
    createLookup()('localhost', { family: 4 }, (_error, address) => resolve(address)),
  )
  expect(found).toMatch(/^(127\.0\.0\.1|::1)$/)
})

it('fails if there is no such name', async () => {
  const asked = get({ host: 'provider.invalid', agent: createAgent() })
  const [error] = await once(asked, 'error')
  expect(String(error)).toMatch(/ENOTFOUND|EAI_AGAIN/)
})
