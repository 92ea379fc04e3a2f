import { readCustomAmount } from '../../shared/donation-amount'
import type { Desk } from '../checkout/desk'
import { type AmountChoice, isBound, isFrozen } from '../checkout/desk-state'

/** A preset asks for its intent at once; an amount of one's own first has to be typed. */
export function chooseAmount(desk: Desk, choice: AmountChoice): void {
  const state = desk.readState()
  if (isBound(state) || choice === state.choice) return
  desk.takeIntentTurn()
  desk.tell({ type: 'amount-chosen', choice })
  if (typeof choice === 'number') startIntent(desk, choice)
}

/**
 * Applies what stands in the form as an amount of one's own; the same amount again changes nothing.
 * Says whether the amount is another now.
 */
export function applyCustomAmount(desk: Desk, form: HTMLFormElement): boolean {
  const state = desk.readState()
  const field = form.elements.namedItem('customAmount')
  if (isBound(state) || !(field instanceof HTMLInputElement)) return false
  const reading = readCustomAmount(typedIn(field))
  const asked = state.intent.kind === 'none' ? undefined : state.intent.uah
  if (reading.kind === 'amount' && reading.uah === asked) return false
  desk.takeIntentTurn()
  desk.tell({ type: 'custom-amount-read', reading })
  if (reading.kind === 'amount') startIntent(desk, reading.uah)
  return true
}

// A number field hides what it cannot read as a number: that is not an empty field.
function typedIn(field: HTMLInputElement): string {
  return field.validity.badInput ? 'not a number' : field.value
}

/** Without a donation there is neither amount nor intent, unless a payment is open at the bank. */
export function switchDonation(desk: Desk, on: boolean): void {
  if (isFrozen(desk.readState())) return
  desk.takeIntentTurn()
  desk.tell({ type: 'donation-switched', on })
}

/**
 * Gives the amount up, because its card form could not come. A payment that the bank may still
 * take is never given up: says whether this one was.
 */
export function failIntent(desk: Desk): boolean {
  if (isBound(desk.readState())) return false
  desk.takeIntentTurn()
  desk.tell({ type: 'intent-failed', fault: { kind: 'not-started' } })
  return true
}

function startIntent(desk: Desk, uah: number): void {
  const turn = desk.takeIntentTurn()
  desk.tell({ type: 'intent-asked', uah })
  import('./ask-for-intent').then(
    ({ askForIntent }) => {
      if (!turn.aborted) void askForIntent(desk, uah)
    },
    () => {
      if (!turn.aborted) desk.tell({ type: 'intent-failed', fault: { kind: 'not-started' } })
    },
  )
}
