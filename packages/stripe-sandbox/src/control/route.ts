import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { originOf } from '../api/endpoint'
import type { Sandbox } from '../sandbox'

export interface ControlCall<P> {
  sandbox: Sandbox
  input: P
  id: string
  origin: string
}

/** The caller made an error, and the message says what to do. */
export class ControlError extends Error {
  constructor(
    message: string,
    readonly statusCode = 400,
  ) {
    super(message)
  }
}

export type RegisterControl = ReturnType<typeof createRegister>

/**
 * Registers calls under `/_control`. A GET takes its input from the query, a POST from its JSON body. A
 * POST is one transaction, after which the queue looks for what is due.
 */
export function createRegister(app: FastifyInstance, sandbox: Sandbox, directory: string[]) {
  return <S extends v.StrictObjectSchema<v.ObjectEntries, undefined>>(
    route: `${'GET' | 'POST' | 'DELETE'} ${string}`,
    schema: S,
    action: (call: ControlCall<v.InferOutput<S>>) => unknown,
  ): void => {
    const [method = '', path = ''] = route.split(' ')
    directory.push(`${method} /_control${path} {${Object.keys(schema.entries).join(', ')}}`)
    app.route<{ Params: { id?: string } }>({
      method,
      url: path,
      handler: async (request, reply) => {
        const input = method === 'POST' ? request.body : request.query
        const checked = v.safeParse(schema, input ?? {})
        if (!checked.success) {
          const [issue] = checked.issues
          const where = v.getDotPath(issue)
          throw new ControlError(`${where ? `${where}: ` : ''}${issue.message}`)
        }
        const { id = '' } = request.params
        const call = { sandbox, input: checked.output, id, origin: originOf(request) }
        const result = sandbox.store.transaction(() => action(call))
        if (method === 'POST') sandbox.wake()
        return reply.type('application/json').send(JSON.stringify(await result, null, 2))
      },
    })
  }
}

export const Nothing = v.strictObject({})
export const Limit = v.strictObject({
  limit: v.optional(v.pipe(v.string(), v.digits(), v.transform(Number)), '10000'),
})

export function found<T>(what: string, thing: T | undefined): T {
  if (thing === undefined) throw new ControlError(`There is no ${what}.`, 404)
  return thing
}
