import { connectStripe } from '../../server/stripe/client'
import { dayMs, minuteMs } from '../../shared/durations'
import { count } from '../print'
import { findMissingRights, readApplePay } from './card-account'
import { error, type Findings, ok, type Subject, skipped, warning } from './check'
import { adviceFor } from './clock'

export async function* checkCards({ config, provider, status }: Subject): Findings {
  if (!config.cards || !provider) return yield skipped('No cards are taken (CARD_PROVIDER=none).')
  const stripe = connectStripe(config.cards)
  const missing = await findMissingRights(stripe)
  const keyAdvice = 'Check STRIPE_SECRET_KEY, and its rights if it is restricted.'
  if (missing.kind === 'ok') {
    if (missing.value.length > 0)
      yield error(`The API key lacks these rights: ${missing.value.join(', ')}.`, keyAdvice)
    else yield ok(`The API key is valid (${provider.livemode ? 'live' : 'test'} mode).`)
  } else {
    const reason = missing.kind === 'missing' ? 'not found' : missing.reason
    if (missing.kind !== 'unavailable' || reason.includes('Authentication'))
      yield error(`The provider rejects our key: ${reason}.`, keyAdvice)
    else
      yield error(
        `The provider does not answer: ${reason}.`,
        adviceFor(
          reason,
          'Check DNS and firewall of this machine, and status.stripe.com. The key could not be checked.',
        ),
      )
  }

  const { protocol, hostname } = config.publicUrl
  if (!config.cards.wallets) yield skipped('No wallets are offered (CARD_WALLETS=off).')
  else if (protocol !== 'https:') yield skipped('Wallets need PUBLIC_URL to be an https address.')
  else {
    const answer = await readApplePay(stripe, hostname)
    const found =
      answer.kind === 'ok'
        ? `The domain ${hostname} is ${answer.value} for Apple Pay.`
        : `Whether ${hostname} is active for Apple Pay could not be read.`
    // Google Pay only needs the domain to be registered.
    const advice =
      'In the provider’s dashboard, Payment method domains: register and verify the domain, or set CARD_WALLETS=off.'
    yield answer.kind === 'ok' && answer.value === 'active' ? ok(found) : warning(found, advice)
  }

  if (!status) return
  const { badSignatureAgeMs, webhookAgeMs, webhooksSilent } = status
  if (badSignatureAgeMs !== null && badSignatureAgeMs < Math.min(webhookAgeMs ?? dayMs, dayMs))
    yield warning(
      'The last event had a wrong signature.',
      'Check STRIPE_WEBHOOK_SECRET: it belongs to one endpoint in one mode.',
    )
  if (webhooksSilent)
    yield warning(
      'The provider lists an event that no webhook brought.',
      'Check the webhook endpoint in the provider’s dashboard: its address must end in /api/stripe-webhook.',
    )
  else if (webhookAgeMs === null) yield skipped('No event has come yet.')
  else yield ok(`The last event came ${count(Math.round(webhookAgeMs / minuteMs), 'minute')} ago.`)
}
