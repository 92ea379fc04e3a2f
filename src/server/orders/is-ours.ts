import { currency } from '../../shared/donation-amount'
import type { IntentFacts } from '../stripe/card-provider'

/** An intent of this service and mode. Others of the same account are none of our business. */
export function isOurs(
  facts: IntentFacts,
  livemode: boolean,
): facts is IntentFacts & { ref: string } {
  return facts.ref !== null && facts.currency === currency && facts.livemode === livemode
}
