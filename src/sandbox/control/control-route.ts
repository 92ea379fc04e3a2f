import * as v from 'valibot'
import type { Sandbox } from '../sandbox'

/** One call of the control plane, with what it was given checked. */
export interface ControlCall<P> {
  sandbox: Sandbox
  given: P
  /** The `:id` of the path, or empty. */
  id: string
  origin: string
}

/** What is told back, or the sentence that says why not. */
export type ControlAnswer = { result: unknown } | { problem: string; status: number }

export interface ControlRoute {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  /** For whoever reads `GET /_control`. */
  about: string
  run(call: ControlCall<unknown>): ControlAnswer | Promise<ControlAnswer>
}

/** GET and DELETE are given their query, POST its JSON body. */
export function controlRoute<S extends v.GenericSchema>(
  method: ControlRoute['method'],
  path: string,
  about: string,
  schema: S,
  act: (call: ControlCall<v.InferOutput<S>>) => ControlAnswer | Promise<ControlAnswer>,
): ControlRoute {
  return {
    method,
    path,
    about,
    run: call => {
      const checked = v.safeParse(schema, call.given)
      if (checked.success) return act({ ...call, given: checked.output })
      const [issue] = checked.issues
      const where = v.getDotPath(issue)
      return problem(`${where ? `${where}: ` : ''}${issue.message}`)
    },
  }
}

export const NothingGiven = v.strictObject({})
export const Count = v.pipe(v.number(), v.integer(), v.minValue(0))
/** Either way from zero. */
export const WholeMs = v.pipe(v.number(), v.integer())
export const CountText = v.pipe(v.string(), v.digits(), v.transform(Number))

export function told(result: unknown): ControlAnswer {
  return { result }
}

export function problem(sentence: string, status = 400): ControlAnswer {
  return { problem: sentence, status }
}
