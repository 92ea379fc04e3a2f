import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isStoreFailure } from './db/failures'

/** Answers an error. An unexpected one is logged, but never shown. */
export function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const { statusCode: status = 500 } = error
  // A client that hangs up causes the same code as a lost database, but has a status.
  if (error.statusCode === undefined && isStoreFailure(error)) {
    request.server.services.storeWatch.reportFailure(error)
    reply.header('retry-after', '5')
    return sendError(reply, 503, 'The service cannot store anything right now. Please try again.')
  }
  // Otherwise the rest of the body would be read to its end.
  if (status === 413) reply.header('connection', 'close')
  if (status < 500) return sendError(reply, status, error.message)
  request.log.error({ err: error }, 'unexpected error')
  return sendError(reply, 500, 'Something went wrong on our side.')
}

export function sendError(reply: FastifyReply, status: number, error: string): FastifyReply {
  return reply.code(status).send({ success: false, error })
}
