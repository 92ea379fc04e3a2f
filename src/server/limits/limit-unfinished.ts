import type { IncomingMessage } from 'node:http'
import type { onRequestHookHandler } from 'fastify'
import { widestNetworkOf } from '../address-hash'
import { limitOf } from './limits'
import type { Refusals } from './refusals'

/**
 * Bounds the requests whose body has not arrived, because what has come of them is kept in memory. Above
 * `max` the network that has most of them loses its oldest, so a flood from one network costs a slow phone
 * in another nothing. If several networks have as many, the one that began first loses, so nobody who holds
 * requests open locks newer ones out.
 */
export function limitUnfinished(max: number, refusals: Refusals): onRequestHookHandler {
  const unfinishedOf = new Map<string, Set<IncomingMessage>>()
  let count = 0
  const remove = (network: string, request: IncomingMessage) => {
    const requests = unfinishedOf.get(network)
    if (!requests?.delete(request)) return
    count--
    if (requests.size === 0) unfinishedOf.delete(network)
  }
  return (request, _reply, next) => {
    const { raw, headers, ip } = request
    const { 'content-length': length = '0', 'transfer-encoding': coding } = headers
    if (length === '0' && coding === undefined) return next()
    if (limitOf(request) === 'upload') return next()
    const network = widestNetworkOf(ip)
    const requests = unfinishedOf.get(network) ?? new Set()
    unfinishedOf.set(network, requests.add(raw))
    count++
    for (const ended of ['end', 'close']) raw.once(ended, () => remove(network, raw))
    if (count > max) {
      const [fullest, itsRequests] = [...unfinishedOf].reduce((most, one) =>
        one[1].size > most[1].size ? one : most,
      )
      const [oldest = raw] = itsRequests
      refusals.count('unfinished')
      oldest.destroy()
      // Its listeners would keep what was read of it until the connection is closed.
      oldest.removeAllListeners()
      remove(fullest, oldest)
    }
    next()
  }
}
