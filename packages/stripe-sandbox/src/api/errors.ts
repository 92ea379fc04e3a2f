import type { PaymentError, PaymentIntent } from '../payments/payment-intent'

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

export function notImplemented(param: string, value = ''): ApiError {
  const message = `The sandbox does not implement ${param}${value && ` ${value}`}.`
  return invalidRequest(message, 'sandbox_not_implemented', param)
}

export function exclusive(one: string, other: string): ApiError {
  return invalidRequest(
    `You may only specify one of these parameters: ${one}, ${other}.`,
    'parameters_exclusive',
    one,
  )
}

/** `kind` as the API spells it in its message: payment_intent, charge, PaymentMethod. */
export function noSuch(kind: string, id: string, param: string, status = 404): ApiError {
  return new ApiError(status, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param,
  })
}

/** The state of an intent does not allow what was asked. */
export function unexpectedState(message: string, payment_intent: Partial<PaymentIntent>): ApiError {
  return new ApiError(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message,
    payment_intent,
  })
}
