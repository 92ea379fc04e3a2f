import type { PaymentMethod } from './payment-method'

/** The body of the provider's error envelope, and of `last_payment_error`. */
export interface PaymentError {
  type: 'card_error' | 'invalid_request_error' | 'api_error' | 'idempotency_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  doc_url?: string
  charge?: string
  advice_code?: string
  network_advice_code?: string
  network_decline_code?: string
  payment_method?: PaymentMethod
}
