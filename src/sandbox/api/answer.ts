import type { PaymentError } from '../objects/payment-error'
import type { PaymentIntent, PublicIntent } from '../objects/payment-intent'

/** What goes back to the caller: a thing, or the provider's error envelope. */
export interface Answer {
  status: number
  body: unknown
}

export interface ApiError extends PaymentError {
  payment_intent?: PaymentIntent | PublicIntent
}

export function ok(body: unknown): Answer {
  return { status: 200, body }
}

/** Refusals are answers: the caller asked for something that cannot be. */
export function refuse(status: number, error: ApiError): Answer {
  const help = error.code && { doc_url: docUrl(error.code) }
  return { status, body: { error: { ...error, ...help } } }
}

/** Where the provider explains a code. */
export function docUrl(code: string): string {
  return `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`
}

export function invalidRequest(message: string, code?: string, param?: string): Answer {
  return refuse(400, {
    type: 'invalid_request_error',
    message,
    ...(code && { code }),
    ...(param && { param }),
  })
}

/** `kind` as the API spells it in its sentence: payment_intent, charge, refund, event. */
export function noSuch(kind: string, id: string, param: string): Answer {
  return refuse(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param,
  })
}

/** Something the real one does and this sandbox does not: said aloud, never ignored. */
export function notPlayed(what: string, param?: string): Answer {
  return invalidRequest(`The card sandbox does not play ${what}.`, 'sandbox_not_played', param)
}
