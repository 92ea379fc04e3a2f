import type { presetAmounts } from '../../shared/donation-amount'
import type { FormFaults } from '../../shared/order-form'
import type { OrderInHand } from './order-in-hand'

export type AmountChoice = 'none' | 'custom' | (typeof presetAmounts)[number]

export type CustomFault = 'below' | 'above' | 'not-whole'

/** The payment intent of the amount chosen. Its amount never changes once it is ready. */
export type Intent =
  | { kind: 'none' }
  | { kind: 'asking'; uah: number }
  | {
      kind: 'ready'
      uah: number
      clientSecret: string
      /** The bank may still take this one: no other intent may be made beside it. */
      binding: boolean
    }

/** Where the order stands. Everything but `filling` freezes the form. */
export type Step =
  | { name: 'filling' }
  | { name: 'ordering' }
  | { name: 'confirming'; order: OrderInHand }
  | { name: 'checking' }
  | { name: 'finishing'; order: OrderInHand; again: boolean }
  | { name: 'unsent'; order: OrderInHand }

/** Why a payment did not happen, in the words of whoever said so. */
export type PaymentFault =
  | { kind: 'not-started'; sentence?: string | undefined }
  | { kind: 'too-often' }
  | {
      kind: 'refused'
      message: string | undefined
      code: string | undefined
      declineCode: string | undefined
    }

/** What is told in a dialog. */
export type Outcome =
  | { kind: 'none' }
  | { kind: 'thanks'; uah: number | undefined }
  | { kind: 'resumed'; uah: number }
  | { kind: 'payment-failed'; fault: PaymentFault }

/** What the visitor finds written on a new sheet. */
export interface Sheet {
  /** Grows with each new sheet: the form is made anew for it. */
  number: number
  forWhom: string
  purpose: string
  email: string
}

export interface DeskState {
  sheet: Sheet
  /** Whose words stand on the sheet: nobody's yet, the visitor's, or those of an order taken up. */
  words: 'none' | 'typed' | 'restored'
  donationEnabled: boolean
  choice: AmountChoice
  customFault: CustomFault | undefined
  intent: Intent
  faults: FormFaults
  step: Step
  outcome: Outcome
}

export const emptyDesk: DeskState = {
  sheet: { number: 0, forWhom: '', purpose: '', email: '' },
  words: 'none',
  donationEnabled: true,
  choice: 'none',
  customFault: undefined,
  intent: { kind: 'none' },
  faults: {},
  step: { name: 'filling' },
  outcome: { kind: 'none' },
}

/** Nothing that could change the order may be touched. */
export function isFrozen(state: DeskState): boolean {
  return state.step.name !== 'filling'
}

/** The amount may not be touched either while the bank holds an open payment. */
export function isBound(state: DeskState): boolean {
  return isFrozen(state) || hasOpenPayment(state)
}

/** The bank may still take a payment that was begun here. */
export function hasOpenPayment({ intent }: DeskState): boolean {
  return intent.kind === 'ready' && intent.binding
}
