import { type PaymentConfig, paymentConfigPath } from '../../shared/payment-config'
import type { CardProviderConfig } from '../config/config'
import type { Routes } from './valibot'

/** Whether cards can be taken, and with which public key. */
export function paymentConfig(cards: CardProviderConfig | null): Routes {
  const config: PaymentConfig = cards
    ? { configured: true, publicKey: cards.publicKey }
    : { configured: false }
  return async app => {
    app.get(paymentConfigPath, async (_request, reply) =>
      reply.header('cache-control', 'no-cache').send(config),
    )
  }
}
