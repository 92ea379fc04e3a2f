import { closeDonation } from '../db/donations'
import { deleteDraft } from '../db/order-drafts'
import type { Services } from '../services'
import type { CardProvider } from '../stripe/card-provider'
import type { Donation } from './donation'
import { settleDonation, settleFacts } from './settle-donation'

/** Cancels an unpaid intent at the provider. A refusal means that it was paid meanwhile. */
export async function cancelDonation(
  services: Services,
  provider: CardProvider,
  donation: Pick<Donation, 'id' | 'paymentIntentId'>,
): Promise<void> {
  const { db } = services.store
  const id = donation.paymentIntentId
  // A row that never got its intent is closed.
  if (id === null) return closeDonation(db, donation.id)
  const answer = await provider.cancelIntent(id)
  if (answer.kind === 'unreachable') return
  if (answer.kind === 'unknown') return closeDonation(db, donation.id)
  const settlement =
    answer.kind === 'ok'
      ? await settleFacts(services, answer.value)
      : await settleDonation(services, id)
  if (settlement === 'settled' && answer.kind === 'ok') await deleteDraft(db, id)
}
