import type { CustomAmount } from '../../shared/donation-amount'
import type { FormFaults } from '../../shared/order-form'
import type { AmountChoice, Outcome, PaymentFault } from './desk-state'
import type { OrderInHand, PaymentInHand } from './order-in-hand'

/** Everything that can happen at the desk. */
export type DeskEvent =
  | { type: 'donation-switched'; on: boolean }
  | { type: 'words-changed'; field: keyof FormFaults }
  | { type: 'amount-chosen'; choice: AmountChoice }
  | { type: 'custom-amount-read'; reading: CustomAmount }
  | { type: 'intent-asked'; uah: number }
  | { type: 'intent-arrived'; uah: number; clientSecret: string }
  | { type: 'intent-failed'; fault: PaymentFault }
  | { type: 'card-form-failed'; clientSecret: string }
  | { type: 'faults-found'; faults: FormFaults }
  | { type: 'ordering-began' }
  | { type: 'free-order-failed' }
  | { type: 'confirming-began'; order: OrderInHand }
  | { type: 'answer-unclear'; order: OrderInHand }
  | { type: 'return-unclear' }
  | { type: 'payment-refused'; fault: PaymentFault }
  | { type: 'payment-still-open'; payment: PaymentInHand }
  | { type: 'payment-gone' }
  | { type: 'paid'; order: OrderInHand }
  | { type: 'paid-order-failed'; order: OrderInHand }
  | { type: 'order-stored'; outcome: Outcome }
  | { type: 'payment-found'; uah: number }
  | { type: 'words-restored'; order: OrderInHand }
  | { type: 'outcome-closed' }
