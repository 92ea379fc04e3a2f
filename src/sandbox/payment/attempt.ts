import type { PaymentError } from '../objects/payment-error'
import type { PaymentIntent } from '../objects/payment-intent'
import type { PaymentMethod } from '../objects/payment-method'
import type { Cause } from '../sandbox'

/** What is known when the bank is asked. */
export interface Attempt {
  intent: PaymentIntent
  method: PaymentMethod
  /** The holder has proved who they are. */
  authenticated: boolean
  cause: Cause
}

/** How an intent came out of the bank, and the error if it was refused. */
export interface BankAnswer {
  intent: PaymentIntent
  error?: PaymentError
}
