import type { FastifyError, FastifyReply } from 'fastify'
import fp from 'fastify-plugin'
import { isStoreFailure } from './db/failures'

/** The one error handler of the API. What is unexpected is logged, never shown. */
export const handleErrors = fp(async app => {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    // A visitor who hangs up has a status already, and its code is that of a lost database too.
    if (error.statusCode === undefined && isStoreFailure(error)) {
      request.log.error({ err: error }, 'the store is down')
      reply.header('retry-after', '5')
      return refuse(reply, 503, 'The service cannot store anything right now. Please try again.')
    }
    const status = error.validation ? 400 : (error.statusCode ?? 500)
    if (status < 500) return refuse(reply, status, error.message)
    request.log.error({ err: error }, 'unexpected error')
    return refuse(reply, 500, 'Something went wrong on our side.')
  })
})

/** The shape of every refusal. */
export function refuse(reply: FastifyReply, status: number, error: string): FastifyReply {
  return reply.code(status).send({ success: false, error })
}
