import type { FastifyReply } from 'fastify'
import * as v from 'valibot'
import { OrderDraftSchema } from '../../shared/candle-order'
import {
  type OldPaymentOutcome,
  OldPaymentOutcomeRequestSchema,
  toOldWords,
} from '../../shared/old-payment-outcome'
import {
  CreatePaymentIntentSchema,
  createPaymentIntentPath,
  orderDraftRoute,
  type PaymentConfig,
  type PaymentIntentAnswer,
  PaymentIntentIdSchema,
  paymentConfigPath,
  paymentIntentIdOf,
} from '../../shared/payment-intent'
import {
  type PaymentOutcome,
  PaymentOutcomeRequestSchema,
  paymentOutcomesPath,
} from '../../shared/payment-outcome'
import type { CardProviderConfig } from '../config/card-provider'
import { sendError } from '../errors'
import { sendTooManyRequests } from '../limits/rate-limit'
import { findTestingWait } from '../orders/card-testing'
import { createPaymentIntent, findPaymentOutcome, saveOrderDraft } from '../orders/checkout'
import type { Services } from '../services'
import type { Routes } from './valibot'

export const paymentConfig: Routes<{ cards: CardProviderConfig | null }> = async (
  app,
  { cards },
) => {
  const config: PaymentConfig = cards
    ? { configured: true, publicKey: cards.publicKey, wallets: cards.wallets }
    : { configured: false }
  app.get(paymentConfigPath, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(config),
  )
}

/** Creates an intent. Without an `error` the page shows its own sentence. */
export const paymentIntents: Routes = async app => {
  app.post(
    createPaymentIntentPath,
    { config: { limit: 'intent' }, schema: { body: CreatePaymentIntentSchema } },
    async ({ body, addressHash }, reply): Promise<PaymentIntentAnswer | typeof reply> => {
      const waitMs = await findTestingWait(app.services, addressHash)
      if (waitMs > 0) return sendTooManyRequests(reply, waitMs)
      const clientSecret = await createPaymentIntent(app.services, {
        uah: body.amount,
        addressHash,
      })
      return clientSecret === null
        ? { success: false }
        : { success: true, client_secret: clientSecret }
    },
  )
}

const ParamsSchema = v.object({ paymentIntentId: PaymentIntentIdSchema })

/** Keeps the order as of the click on Pay, so that the server can finish it without the page. */
export const orderDrafts: Routes = async app => {
  app.route({
    // The firewalls of some hosts let no PUT through.
    method: ['POST', 'PUT'],
    url: orderDraftRoute,
    config: { limit: 'draft' },
    schema: { params: ParamsSchema, body: OrderDraftSchema },
    async handler({ params, body, addressHash }, reply) {
      const { clientSecret, version, ...sent } = body
      const isKnown = await saveOrderDraft(app.services, params.paymentIntentId, {
        clientSecret,
        version,
        sentOrder: { sent, addressHash },
      })
      return isKnown ? { success: true } : sendUnknownPayment(reply)
    },
  })
}

const sendUnknownPayment = (reply: FastifyReply) =>
  sendError(reply, 404, 'This payment is not known here.')

const OldSchema = v.looseObject({ order: v.unknown() })
const AnyQuestionSchema = v.lazy(question =>
  v.is(OldSchema, question) ? OldPaymentOutcomeRequestSchema : PaymentOutcomeRequestSchema,
)

export const paymentOutcomes: Routes = async app => {
  app.post(
    paymentOutcomesPath,
    { config: { limit: 'payment-outcome' }, schema: { body: AnyQuestionSchema } },
    async (request, reply): Promise<PaymentOutcome | OldPaymentOutcome | typeof reply> => {
      const { body } = request
      const outcome =
        'order' in body
          ? await answerOldQuestion(app.services, body, request.addressHash)
          : await findPaymentOutcome(app.services, body, request.addressHash)
      return outcome ?? sendUnknownPayment(reply)
    },
  )
}

/** Until 0.4: the order in a question is its words. */
async function answerOldQuestion(
  services: Services,
  { clientSecret, order, giveUp }: v.InferOutput<typeof OldPaymentOutcomeRequestSchema>,
  addressHash: string,
): Promise<OldPaymentOutcome | null> {
  const words = order && { clientSecret, version: 0, sentOrder: { sent: order, addressHash } }
  if (words) await saveOrderDraft(services, paymentIntentIdOf(clientSecret), words)
  const question = { clientSecret, cancelUnlessPaid: giveUp }
  const outcome = await findPaymentOutcome(services, question, addressHash)
  return outcome && toOldWords(outcome)
}
