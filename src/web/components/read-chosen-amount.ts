import { presetAmounts } from '../../shared/donation-amount'
import type { AmountChoice } from '../checkout/desk-state'

/** The amount that stands chosen in the form. */
export function readChosenAmount(form: HTMLFormElement): AmountChoice {
  const chosen = form.querySelector<HTMLInputElement>('input[name="amount"]:checked')?.value
  if (chosen === 'custom') return 'custom'
  return presetAmounts.find(preset => String(preset) === chosen) ?? 'none'
}
