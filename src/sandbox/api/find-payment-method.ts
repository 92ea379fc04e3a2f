import { numberOfPaymentMethod } from '../cards/test-cards'
import { type Account, accountOf } from '../objects/new-id'
import type { PaymentMethod } from '../objects/payment-method'
import { keepCard } from '../payment/enter-card'
import type { Sandbox } from '../sandbox'
import { type Answer, noSuch } from './answer'

/** A kept payment method, or one of the provider's ready-made ones (`pm_card_visa`). */
export function findPaymentMethod(
  sandbox: Sandbox,
  account: Account,
  id: string | undefined,
): PaymentMethod | { refusal: Answer } | undefined {
  if (id === undefined) return undefined
  const readyMade = numberOfPaymentMethod(id)
  if (readyMade)
    return keepCard(sandbox, account, {
      number: readyMade,
      exp_month: 12,
      exp_year: new Date(sandbox.clock.now()).getUTCFullYear() + 3,
    })
  const kept = sandbox.store.objects.get('payment_method', id)
  if (kept && accountOf(kept.id) === account) return kept
  return { refusal: noSuch('PaymentMethod', id, 'payment_method') }
}
