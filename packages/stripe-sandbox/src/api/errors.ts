import type { PaymentError, PaymentIntent } from '../objects/payment-intent'

/** The caller asked for something that cannot be: the API's error envelope, thrown. */
export class ApiError extends Error {
  readonly body: { error: object }

  constructor(
    readonly status: number,
    error: PaymentError & { payment_intent?: Partial<PaymentIntent> },
  ) {
    super(error.message)
    this.body = { error: { ...error, ...(error.code && { doc_url: docUrl(error.code) }) } }
  }
}

/** Where the provider explains a code. */
export function docUrl(code: string): string {
  return `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`
}

export function invalidRequest(message: string, code?: string, param?: string): ApiError {
  const more = { ...(code && { code }), ...(param && { param }) }
  return new ApiError(400, { type: 'invalid_request_error', message, ...more })
}

/** `kind` as the API spells it in its message: payment_intent, charge, PaymentMethod. */
export function noSuch(kind: string, id: string, param: string): ApiError {
  return new ApiError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param,
  })
}

/** The state of an intent does not allow what was asked. */
export function unexpectedState(
  message: string,
  intent: Partial<PaymentIntent>,
  param?: string,
): ApiError {
  return new ApiError(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message,
    ...(param && { param }),
    payment_intent: intent,
  })
}
