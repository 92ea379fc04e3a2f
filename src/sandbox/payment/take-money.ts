import type { PaymentIntent } from '../objects/payment-intent'
import type { Sandbox } from '../sandbox'
import { tell } from '../webhooks/tell'
import type { Attempt, BankAnswer } from './attempt'
import { paidCharge } from './make-charge'
import { openDispute } from './open-dispute'

const balanceSettlesAfterMs = 1_500

/** The money is taken: one charge, and the intent is done. A disputed one is so at once. */
export function takeMoney(sandbox: Sandbox, attempt: Attempt, disputed = false): BankAnswer {
  const { store, clock } = sandbox
  const charge = paidCharge(attempt, clock.seconds())
  const paid: PaymentIntent = {
    ...attempt.intent,
    status: 'succeeded',
    amount_received: attempt.intent.amount,
    latest_charge: charge.id,
    last_payment_error: null,
    next_action: null,
    payment_method: attempt.method.id,
  }
  store.objects.add(charge, paid.id)
  store.objects.save(paid)
  store.plans.add(clock.now() + balanceSettlesAfterMs, 'settle_charge', charge.id)
  tell(sandbox, 'charge.succeeded', charge, attempt.cause)
  tell(sandbox, 'payment_intent.succeeded', paid, attempt.cause)
  if (disputed) {
    const { amount } = charge
    const dispute = { amount, reason: 'fraudulent', status: 'needs_response' } as const
    openDispute(sandbox, charge, dispute, attempt.cause)
  }
  return { intent: paid }
}
