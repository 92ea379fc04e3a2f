import type { IncomingHttpHeaders } from 'node:http'
import type { FormGroup } from '../http/form-body'
import type { Account } from '../objects/new-id'
import { type Answer, refuse } from './answer'

export type KeyKind = 'secret' | 'publishable'

export interface Caller {
  kind: KeyKind
  account: Account
}

/** Which key of which account the caller holds, from the header, or from `key` in the request as browsers send it. */
export function authenticate(headers: IncomingHttpHeaders, params: FormGroup): Caller | Answer {
  const key = keyOf(headers.authorization) ?? (typeof params.key === 'string' ? params.key : '')
  const account = /_test_other$/.test(key) ? 'other' : 'sandbox'
  if (/^(sk|rk)_test_\w+$/.test(key)) return { kind: 'secret', account }
  if (/^pk_test_\w+$/.test(key)) return { kind: 'publishable', account }
  if (key === '')
    return refuse(401, {
      type: 'invalid_request_error',
      message:
        "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    })
  return refuse(401, {
    type: 'invalid_request_error',
    message: `Invalid API Key provided: ${masked(key)}`,
  })
}

function keyOf(header: string | undefined): string | undefined {
  const [, scheme, value] = /^(Bearer|Basic)\s+(\S+)$/i.exec(header ?? '') ?? []
  if (scheme === undefined || value === undefined) return undefined
  if (scheme.toLowerCase() === 'bearer') return value
  return Buffer.from(value, 'base64').toString('utf8').split(':')[0]
}

function masked(key: string): string {
  return key.length <= 12
    ? '*'.repeat(key.length)
    : `${key.slice(0, 8)}${'*'.repeat(key.length - 12)}${key.slice(-4)}`
}
