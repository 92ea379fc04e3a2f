import { createSocket } from 'node:dgram'
import dns from 'node:dns/promises'
import { once } from 'node:events'
import { decode, encode, type StringAnswer } from 'dns-packet'
import { onTestFinished } from 'vitest'

/** By name and type: `{ 'example.org MX': ['mail.example.org'] }`. */
type Zone = Record<string, string[]>

/** Answers the look-ups of this process by UDP, for the present test. Other names do not exist. */
export async function startDns(zone: Zone): Promise<void> {
  const socket = createSocket('udp4')
  socket.on('message', (message, { port, address }) => {
    const { id, questions = [] } = decode(message)
    const answers = questions.flatMap(({ name, type }) =>
      (zone[`${name} ${type}`] ?? []).map(value =>
        type === 'MX'
          ? { name, type, ttl: 1, data: { preference: 10, exchange: value } }
          : ({ name, type, ttl: 1, data: value } as StringAnswer),
      ),
    )
    const isKnown = questions.some(({ name }) =>
      Object.keys(zone).some(key => key.startsWith(`${name} `)),
    )
    // RCODE 3: the name does not exist.
    const flags = isKnown ? 0 : 3
    socket.send(encode({ type: 'response', id, flags, questions, answers }), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const before = dns.getServers()
  dns.setServers([`127.0.0.1:${socket.address().port}`])
  onTestFinished(() => {
    dns.setServers(before)
    socket.close()
  })
}
