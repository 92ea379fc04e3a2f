import type * as v from 'valibot'
import type { FormGroup } from '../http/form-body'
import type { Account } from '../objects/new-id'
import type { Cause, Sandbox } from '../sandbox'
import type { Answer } from './answer'
import type { KeyKind } from './authenticate'
import { checkParameters } from './check-parameters'

/** One call as an action sees it: past the border, with its parameters typed. */
export interface ApiCall<P> {
  sandbox: Sandbox
  params: P
  /** The `:id` of the path, or empty. */
  id: string
  keyKind: KeyKind
  account: Account
  cause: Cause
  /** The address the caller used: pages of the bank are named by it. */
  origin: string
}

export interface Endpoint {
  method: 'GET' | 'POST'
  path: string
  /** Whether a browser's key may call it. */
  open: boolean
  /** Checks first; what it returns may then be done, once, under an idempotency key. */
  prepare(
    call: Omit<ApiCall<unknown>, 'params'>,
    params: FormGroup,
  ): { act: () => Answer } | { refusal: Answer }
}

export function endpoint<S extends v.GenericSchema>(
  method: Endpoint['method'],
  path: string,
  schema: S,
  action: (call: ApiCall<v.InferOutput<S>>) => Answer,
  open = false,
): Endpoint {
  return {
    method,
    path,
    open,
    prepare: (call, given) => {
      const checked = checkParameters(schema, given)
      if ('refusal' in checked) return checked
      return { act: () => action({ ...call, params: checked.params }) }
    },
  }
}
