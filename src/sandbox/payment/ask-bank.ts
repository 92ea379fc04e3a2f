import { declines } from '../cards/decline'
import type { Outcome } from '../cards/test-cards'
import { accountOf } from '../objects/new-id'
import type { PaymentIntent } from '../objects/payment-intent'
import type { Sandbox } from '../sandbox'
import { tell } from '../webhooks/tell'
import type { Attempt, BankAnswer } from './attempt'
import { refuseCard } from './refuse-card'
import { takeMoney } from './take-money'

const bankThinksMs = 4_000

/** How the holder can be brought to their bank. */
export interface WayToBank {
  /** Where the sandbox itself answers, for the bank's pages. */
  origin: string
  /** The browser script shows the challenge itself; otherwise there is only a redirect. */
  hasScript: boolean
  returnUrl: string | undefined
  /** Nobody is there to be asked: a bank that wants to ask refuses. */
  askNobody?: boolean
}

/** Asks the bank, which may also say: not yet, or not before the holder has been asked. */
export function askBank(
  sandbox: Sandbox,
  attempt: Attempt,
  outcome: Outcome,
  way: WayToBank,
): BankAnswer {
  if (outcome.kind === 'succeeds') return takeMoney(sandbox, attempt, outcome.disputed)
  if (outcome.kind === 'declines') return refuseCard(sandbox, attempt, outcome.decline)
  if (outcome.kind === 'waits') return wait(sandbox, attempt)
  if (way.askNobody) return refuseCard(sandbox, attempt, declines.authenticationRequired)
  return askHolder(sandbox, attempt, outcome.by, way)
}

function wait(sandbox: Sandbox, { intent, method, cause }: Attempt): BankAnswer {
  const waiting: PaymentIntent = {
    ...intent,
    status: 'processing',
    last_payment_error: null,
    next_action: null,
    payment_method: method.id,
  }
  sandbox.store.objects.save(waiting)
  sandbox.store.plans.add(sandbox.clock.now() + bankThinksMs, 'settle_intent', intent.id)
  tell(sandbox, 'payment_intent.processing', waiting, cause)
  return { intent: waiting }
}

function askHolder(
  sandbox: Sandbox,
  { intent, method, cause }: Attempt,
  by: 'challenge' | 'redirect',
  way: WayToBank,
): BankAnswer {
  const asking: PaymentIntent = {
    ...intent,
    status: 'requires_action',
    last_payment_error: null,
    next_action: nextAction(intent, by, way),
    payment_method: method.id,
  }
  sandbox.store.objects.save(asking)
  tell(sandbox, 'payment_intent.requires_action', asking, cause)
  return { intent: asking }
}

function nextAction(
  intent: PaymentIntent,
  by: 'challenge' | 'redirect',
  { origin, hasScript, returnUrl }: WayToBank,
): PaymentIntent['next_action'] {
  const page = (name: string) =>
    `${origin}/frames/${name}.html?${new URLSearchParams({
      payment_intent: intent.id,
      payment_intent_client_secret: intent.client_secret,
      key: `pk_test_${accountOf(intent.id)}`,
      ...(returnUrl && { return_url: returnUrl }),
    })}`
  if (returnUrl !== undefined && (by === 'redirect' || !hasScript))
    return {
      type: 'redirect_to_url',
      redirect_to_url: { return_url: returnUrl, url: page('bank') },
    }
  return {
    type: 'use_stripe_sdk',
    use_stripe_sdk: {
      type: 'three_d_secure_redirect',
      stripe_js: page('authentication'),
      source: `src_${intent.id.slice(3)}`,
    },
  }
}
