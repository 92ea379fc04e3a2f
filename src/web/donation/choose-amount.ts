import { readCustomAmount } from '../../contract/donation-amount'
import type { Desk } from '../desk/desk'
import { type AmountChoice, isBound } from '../desk/desk-state'

/** A preset asks for its intent at once; an amount of one's own first has to be typed. */
export function chooseAmount(desk: Desk, choice: AmountChoice): void {
  const state = desk.readState()
  if (isBound(state) || choice === state.choice) return
  desk.takeIntentTurn()
  desk.tell({ type: 'amount-chosen', choice })
  if (typeof choice === 'number') startIntent(desk, choice)
}

/** Applies what was typed as an amount of one's own; the same amount again changes nothing. */
export function applyCustomAmount(desk: Desk, typed: string): void {
  const state = desk.readState()
  if (isBound(state) || state.choice !== 'custom') return
  const reading = readCustomAmount(typed)
  const asked = state.intent.kind === 'none' ? undefined : state.intent.uah
  if (reading.kind === 'amount' && reading.uah === asked) return
  desk.takeIntentTurn()
  desk.tell({ type: 'custom-amount-read', reading })
  if (reading.kind === 'amount') startIntent(desk, reading.uah)
}

/** Without a donation there is neither amount nor intent. */
export function switchDonation(desk: Desk, on: boolean): void {
  if (isBound(desk.readState())) return
  desk.takeIntentTurn()
  desk.tell({ type: 'donation-switched', on })
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
