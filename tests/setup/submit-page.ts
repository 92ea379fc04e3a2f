import { randomUUID } from 'node:crypto'
import { linkKeyName } from '../../src/server/db/link-key'
import { findOrCreateSecret } from '../../src/server/db/secrets'
import { signLinks, templePath } from '../../src/server/emails/temple-link'
import { applySubmission, type Submission } from '../../src/server/orders/light-candles'
import type { TempleServices } from '../../src/server/services'

/** Submits the temple's page, opened by a link of today. */
export async function submitPage(
  services: TempleServices,
  submission: Pick<Submission, 'action' | 'codes'> & Partial<Submission>,
) {
  const { store, now } = services
  const key = await findOrCreateSecret(store.db, linkKeyName, now())
  const token = signLinks(templePath(), key, now()).replace('/temple/', '')
  return applySubmission(services, { photos: [], key: randomUUID(), ...submission }, token)
}
