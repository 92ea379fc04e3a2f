import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { originOf } from '../callers'
import type { Sandbox } from '../sandbox'

/** One call of the control API, with what it was given checked. */
export interface ControlCall<P> {
  sandbox: Sandbox
  given: P
  /** The `:id` of the path, or empty. */
  id: string
  origin: string
}

/** A mistake of the caller, with a message that says what to do. */
export class ControlError extends Error {
  constructor(
    message: string,
    readonly statusCode = 400,
  ) {
    super(message)
  }
}

export type RegisterControl = <S extends v.GenericSchema>(
  route: `${'GET' | 'POST' | 'DELETE'} ${string}`,
  about: string,
  schema: S,
  action: (call: ControlCall<v.InferOutput<S>>) => unknown,
) => void

/** Registers calls under `/_control`; GET and DELETE are given their query, POST its JSON body. */
export function createRegister(
  app: FastifyInstance,
  sandbox: Sandbox,
  directory: string[],
): RegisterControl {
  return (route, about, schema, action) => {
    const [method = '', path = ''] = route.split(' ')
    directory.push(`${method} /_control${path} — ${about}`)
    app.route<{ Params: { id?: string } }>({
      method,
      url: path,
      handler: async (request, reply) => {
        const given = method === 'POST' ? parseBody(request.body) : { ...Object(request.query) }
        const checked = v.safeParse(schema, given)
        if (!checked.success) {
          const [issue] = checked.issues
          const where = v.getDotPath(issue)
          throw new ControlError(`${where ? `${where}: ` : ''}${issue.message}`)
        }
        const { id = '' } = request.params
        const origin = originOf(request)
        const result = await action({ sandbox, given: checked.output, id, origin })
        return reply.type('application/json').send(JSON.stringify(result, null, 2))
      },
    })
  }
}

function parseBody(body: unknown): unknown {
  try {
    return body ? JSON.parse(String(body)) : {}
  } catch {
    throw new ControlError('The body must be JSON.')
  }
}

export const Nothing = v.strictObject({})
export const Count = v.pipe(v.number(), v.integer(), v.minValue(0))
export const CountText = v.pipe(v.string(), v.digits(), v.transform(Number))

export function found<T>(what: string, thing: T | undefined): T {
  if (thing === undefined) throw new ControlError(`There is no ${what}.`, 404)
  return thing
}
