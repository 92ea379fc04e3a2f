import type { IncomingMessage } from 'node:http'
import type { onRequestHookHandler } from 'fastify'
import type { Refusals } from './refusals'

/**
 * Of more than `max` requests whose body has not arrived, the oldest is dropped: any client can begin to
 * send one, and what has come of it is kept in memory.
 */
export function limitUnfinished(max: number, refusals: Refusals): onRequestHookHandler {
  const unfinished = new Set<IncomingMessage>()
  return ({ raw, headers }, _reply, next) => {
    const { 'content-length': length = '0', 'transfer-encoding': coding } = headers
    if (length === '0' && coding === undefined) return next()
    // The temple's pictures, which are kept on the disk: uploads.ts limits them.
    if (/^multipart\//i.test(headers['content-type'] ?? '')) return next()
    unfinished.add(raw)
    for (const ended of ['end', 'close']) raw.once(ended, () => unfinished.delete(raw))
    const [oldest] = unfinished
    if (unfinished.size > max && oldest) {
      refusals.note('unfinished')
      oldest.destroy()
      // What was read of it is kept by its listeners until its connection is closed, after all others
      // were read.
      oldest.removeAllListeners()
      unfinished.delete(oldest)
    }
    next()
  }
}
