import { findLastSuccess } from '../../server/db/donations'
import { readWatermark } from '../../server/db/watermarks'
import { createStripeClient } from '../../server/stripe/client'
import type { Shop } from '../command'
import { type Check, type Finding, fault, ok, skipped, worry } from './check'

/** Names no intent: a key that is accepted gets "unknown", a wrong one gets nothing. */
const noIntent = 'pi_doctor0000000000'
const webhookGraceMs = 60 * 60_000

/** The provider takes our key, and its events reach us. */
export const cardsCheck: Check = {
  name: 'cards',
  async run(shop) {
    const { cards } = shop.config
    if (!cards) return [skipped('No cards are taken (CARD_PROVIDER=none).')]
    const client = createStripeClient(cards, { installation: '', description: '', now: shop.now })
    const answer = await client.readIntent(noIntent)
    const key =
      answer.kind === 'missing'
        ? ok(`The provider takes our key (${cards.livemode ? 'live' : 'test'} mode).`)
        : fault(
            `The provider did not take our key: ${'reason' in answer ? answer.reason : answer.kind}.`,
            'Check STRIPE_SECRET_KEY, and whether this machine reaches the provider.',
          )
    return [key, ...(await checkWebhook(shop))]
  },
}

async function checkWebhook({ store, now }: Shop): Promise<Finding[]> {
  const findings: Finding[] = []
  const bad = (await readWatermark(store.db, 'bad-signatures')) ?? 0
  if (bad > 0)
    findings.push(
      worry(
        `${bad} events came with a signature that does not fit.`,
        'Check STRIPE_WEBHOOK_SECRET: it belongs to one endpoint in one mode.',
      ),
    )
  const last = await readWatermark(store.db, 'last-webhook')
  const paid = await findLastSuccess(store.db)
  if (paid !== null && paid < now() - webhookGraceMs && (last ?? 0) < paid - webhookGraceMs)
    findings.push(
      worry(
        'A donation succeeded and no event told us of it.',
        'Check the webhook endpoint in the provider’s dashboard: its address must end in /api/stripe-webhook.',
      ),
    )
  if (last !== null) findings.push(ok(`The last event came ${describeAge(now() - last)} ago.`))
  else if (findings.length === 0) findings.push(skipped('No event has come yet.'))
  return findings
}

function describeAge(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`
}
