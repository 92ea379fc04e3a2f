import * as v from 'valibot'
import type { Shop } from './open-shop'

const Charges = v.array(
  v.object({ payment_intent: v.string(), paid: v.boolean(), amount_captured: v.number() }),
)

/** What the payment provider took from whom: the succeeded charges, by intent. */
export async function readCharges(shop: Shop): Promise<Map<string, number[]>> {
  const response = await fetch(`${shop.sandboxUrl}/_control/charges?limit=100000`)
  const charges = new Map<string, number[]>()
  for (const charge of v.parse(Charges, await response.json()).filter(each => each.paid)) {
    const earlier = charges.get(charge.payment_intent) ?? []
    charges.set(charge.payment_intent, [...earlier, charge.amount_captured])
  }
  return charges
}

/** Lets the payment provider deliver what it still holds. */
export async function drainWebhooks(shop: Shop): Promise<void> {
  await fetch(`${shop.sandboxUrl}/_control/drain`, {
    method: 'POST',
    body: JSON.stringify({ timeout_ms: 5_000 }),
  })
}
