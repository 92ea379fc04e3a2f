import { readStanding } from '../../server/health/read-health'
import { createStripeClient } from '../../server/stripe/client'
import type { Shop } from '../command'
import { attention, type Finding, fault, ok, skipped } from './check'

/** Names no intent: a key that is accepted gets "unknown", a wrong one gets nothing. */
const noIntent = 'pi_doctor0000000000'

/** The provider takes our key, and its events reach us. */
export async function* checkCards(shop: Shop): AsyncGenerator<Finding> {
  const { cards, production } = shop.config
  if (!cards)
    return yield skipped({
      en: 'No cards are taken (CARD_PROVIDER=none).',
      uk: 'Картки не приймаються (CARD_PROVIDER=none).',
    })
  yield await checkKey(shop, cards)
  yield* checkWebhook(shop)
  if (production && cards.apiUrl)
    yield fault({
      en: 'Production uses the card sandbox.\nSet CARD_PROVIDER=stripe or none.',
      uk: 'У справжній роботі картки несправжні.\nЗадайте CARD_PROVIDER=stripe або none.',
    })
}

async function checkKey(
  { now }: Shop,
  cards: NonNullable<Shop['config']['cards']>,
): Promise<Finding> {
  const client = createStripeClient(cards, { installation: '', description: '', now })
  const answer = await client.readIntent(noIntent)
  if (answer.kind === 'missing' || answer.kind === 'ok')
    return ok({
      en: `The provider takes our key (${cards.livemode ? 'live' : 'test'} mode).`,
      uk: `Платіжна служба приймає наш ключ (${cards.livemode ? 'справжній' : 'тестовий'}).`,
    })
  if (answer.kind === 'unavailable')
    return fault({
      en: `The provider does not answer: ${answer.reason}.\nDoes this machine reach the provider (name service, firewall)?`,
      uk: `Платіжна служба не відповідає: ${answer.reason}.\nЧи досяжна вона з цієї машини (DNS, мережевий екран)?`,
    })
  return fault({
    en: `The provider does not take our key: ${answer.reason}.\nCheck STRIPE_SECRET_KEY.`,
    uk: `Платіжна служба не приймає нашого ключа: ${answer.reason}.\nПеревірте STRIPE_SECRET_KEY.`,
  })
}

async function* checkWebhook({ openStore, now }: Shop): AsyncGenerator<Finding> {
  const store = await openStore().catch(() => null)
  if (!store) return
  const { badSignatures, webhooksSilent, webhookAgeMs } = await readStanding(store.db, now())
  if (badSignatures > 0)
    yield attention({
      en: `${badSignatures} events came with a signature that does not fit.\nCheck STRIPE_WEBHOOK_SECRET: it belongs to one endpoint in one mode.`,
      uk: `Подій із підписом, що не підходить: ${badSignatures}.\nПеревірте STRIPE_WEBHOOK_SECRET: він належить одній адресі в одному режимі.`,
    })
  if (webhooksSilent)
    yield attention({
      en: 'A donation succeeded without a webhook event.\nCheck the webhook endpoint in the provider’s dashboard: its address must end in /api/stripe-webhook.',
      uk: 'Пожертва надійшла, а подія про неї ні.\nПеревірте адресу вебхука в кабінеті платіжної служби: вона має закінчуватися на /api/stripe-webhook.',
    })
  if (webhookAgeMs !== null) {
    const minutes = Math.round(webhookAgeMs / 60_000)
    yield ok({
      en: `The last event came ${minutes} minutes ago.`,
      uk: `Остання подія: ${minutes} хв тому.`,
    })
  } else if (badSignatures === 0 && !webhooksSilent)
    yield skipped({ en: 'No event has come yet.', uk: 'Подій ще не було.' })
}
