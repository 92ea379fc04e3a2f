import type { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import fp from 'fastify-plugin'
import { networksOf } from '../address-hash'

/** A hundred phones behind one address need fewer. */
const mostPerAddress = 300
const mostConnections = 4_000
/** So many bodies of one sender may be on their way. */
const mostBodies = 100

const addressOf = (ip = '') => networksOf(ip).at(-1) ?? ''

/** What is open of each sender, oldest first. */
class OpenBySender<T extends EventEmitter> extends Map<string, Set<T>> {
  add(sender: string, opened: T): Set<T> {
    const own = this.get(sender) ?? new Set()
    this.set(sender, own.add(opened))
    opened.once('close', () => {
      own.delete(opened)
      if (own.size === 0) this.delete(sender)
    })
    return own
  }
}

/**
 * Connections that send nothing, or send slowly, cost no visitor an answer: beyond the limit of an
 * address, or of the process, the oldest one without a whole request makes room for the new one.
 * Behind a proxy all come from its address, and the proxy has to limit those of each visitor.
 */
export const limitConnections = fp<{ isProxied: boolean }>(async (app, { isProxied }) => {
  const connections = new OpenBySender<Socket>()
  const requests = new WeakMap<Socket, IncomingMessage>()
  let count = 0

  app.server.on('connection', socket => {
    const own = connections.add(addressOf(socket.remoteAddress), socket)
    count++
    socket.once('close', () => count--)
    if (!isProxied && own.size > mostPerAddress) closeOldest(own, socket)
    else if (count > mostConnections) closeOldest(findLargest(), socket)
  })
  app.server.on('request', (request, response) => {
    requests.set(request.socket, request)
    response.once('close', () => requests.delete(request.socket))
  })

  function closeOldest(sockets: Iterable<Socket>, newest: Socket): void {
    for (const socket of sockets)
      if (!requests.get(socket)?.complete) {
        socket.destroy()
        return
      }
    newest.destroy()
  }

  function findLargest(): Set<Socket> {
    let largest = new Set<Socket>()
    for (const sockets of connections.values()) if (sockets.size > largest.size) largest = sockets
    return largest
  }
})

/**
 * The same for bodies on their way, by the visitor's own address; where a route takes larger ones,
 * for all its senders together. Beyond the limit the oldest is cut off. For the scope of the calls;
 * the page reads none.
 */
export const limitBodies = fp(async app => {
  const bodies = new OpenBySender<IncomingMessage>()
  const usualLimit = app.initialConfig.bodyLimit ?? 0
  app.addHook('onRequest', async ({ ip, raw, routeOptions: { url = '', bodyLimit } }) => {
    const own = bodies.add(bodyLimit > usualLimit ? url : addressOf(ip), raw)
    if (own.size > mostBodies) [...own].find(({ complete }) => !complete)?.destroy()
  })
})
