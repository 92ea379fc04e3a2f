import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isStoreFailure } from '../db/failures'

/** The one error handler and the one 404 of the API. What is unexpected is logged, never shown. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    // A visitor who hangs up has a status already, and its code is that of a lost database too.
    const isOwn = error.statusCode === undefined
    if (isOwn && isStoreFailure(error)) return answerStoreDown(error, request, reply)
    const status = error.validation ? 400 : (error.statusCode ?? 500)
    if (status < 500) return refuse(reply, status, error.message)
    request.log.error({ err: error }, 'unexpected error')
    return refuse(reply, 500, 'Something went wrong on our side.')
  })
}

function answerStoreDown(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  request.log.error({ err: error }, 'the store is down')
  reply.header('retry-after', '5')
  return refuse(reply, 503, 'The service cannot store anything right now. Please try again.')
}

/** An address that cannot be decoded reaches no route and no hook. */
export function refuseAddress(
  error: FastifyError,
  _request: FastifyRequest,
  reply: FastifyReply,
): void {
  refuse(reply, error.statusCode ?? 400, 'The address cannot be read.')
}

/** The shape of every refusal. */
export function refuse(reply: FastifyReply, status: number, error: string): FastifyReply {
  return reply.code(status).send({ success: false, error })
}
