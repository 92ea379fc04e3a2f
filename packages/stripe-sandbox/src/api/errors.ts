import type { PaymentError, PaymentIntent } from '../records'

type ErrorBody = PaymentError & { payment_intent?: Partial<PaymentIntent> }

export class ApiError extends Error {
  readonly body: { error: object }

  constructor(
    readonly status: number,
    error: ErrorBody,
  ) {
    super(error.message)
    this.body = { error: { ...error, ...(error.code && { doc_url: docUrl(error.code) }) } }
  }
}

export function docUrl(code: string): string {
  return `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`
}

export function invalidRequest(message: string, more: Partial<ErrorBody> = {}, status = 400) {
  return new ApiError(status, { type: 'invalid_request_error', message, ...more })
}

export function missing(param: string) {
  return invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
}

/** `kind` has the spelling of the API's message: payment_intent, charge, PaymentMethod. */
export function noSuch(kind: string, id: string, param: string, status = 404) {
  return invalidRequest(`No such ${kind}: '${id}'`, { code: 'resource_missing', param }, status)
}

export function unexpectedState(message: string, payment_intent: Partial<PaymentIntent>) {
  return invalidRequest(message, { code: 'payment_intent_unexpected_state', payment_intent })
}
