import type { FastifyInstance } from 'fastify'
import { type PaymentConfig, paymentConfigPath } from '../../shared/payment-config'
import type { CardProviderConfig } from '../config/config'

/** Whether cards can be taken, and with which public key. */
export function routePaymentConfig(app: FastifyInstance, cards: CardProviderConfig | null): void {
  app.get(paymentConfigPath, async (_request, reply): Promise<PaymentConfig> => {
    reply.header('cache-control', 'no-cache')
    return cards ? { configured: true, publicKey: cards.publicKey } : { configured: false }
  })
}
