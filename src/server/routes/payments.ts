import type { FastifyReply } from 'fastify'
import * as v from 'valibot'
import { OrderDraftSchema } from '../../shared/candle-order'
import type { Language } from '../../shared/language'
import {
  CreatePaymentIntentSchema,
  createPaymentIntentPath,
  orderDraftRoute,
  type PaymentConfig,
  type PaymentIntentAnswer,
  PaymentIntentIdSchema,
  paymentConfigPath,
} from '../../shared/payment-intent'
import { PaymentOutcomeRequestSchema, paymentOutcomesPath } from '../../shared/payment-outcome'
import type { Config } from '../config/read-config'
import { templeTexts } from '../emails/temple-footer'
import { sendError } from '../errors'
import { sendTooManyRequests } from '../limits/rate-limit'
import { findTestingWait } from '../orders/card-testing'
import { createPaymentIntent, findPaymentOutcome } from '../orders/checkout'
import { saveDraft } from '../orders/draft'
import { describeContact, templeFooterHtml } from '../page/temple-foot'
import { answerOldQuestion, OldQuestionSchema } from './old-questions'
import type { Routes } from './valibot'

export const paymentConfig: Routes<{ config: Config }> = async (
  app,
  { config: { cards, temple } },
) => {
  const textsIn = (language: Language) => ({
    ...templeTexts(temple, language),
    contact: temple?.contact ? describeContact(temple.contact).markup : '',
    foot: templeFooterHtml(temple, language),
  })
  const answer: PaymentConfig = {
    ...(cards
      ? { configured: true, publicKey: cards.publicKey, wallets: cards.wallets }
      : { configured: false }),
    ...(temple && { temple: { uk: textsIn('uk'), ru: textsIn('ru'), en: textsIn('en') } }),
  }
  app.get(paymentConfigPath, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(answer),
  )
}

/** Creates an intent. If the answer has no `error`, the page shows its own sentence. */
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

/** Keeps an order's words at the click on Pay, so that the server can finish it without the page. */
export const orderDrafts: Routes = async app => {
  app.route({
    // Some hosts have firewalls that block PUT.
    method: ['POST', 'PUT'],
    url: orderDraftRoute,
    config: { limit: 'draft' },
    schema: { params: ParamsSchema, body: OrderDraftSchema },
    async handler({ params, body, addressHash }, reply) {
      const { clientSecret, version, ...sent } = body
      const isKnown = await saveDraft(app.services, params.paymentIntentId, {
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

const HasOrderSchema = v.looseObject({ order: v.unknown() })
const QuestionSchema = v.lazy(question =>
  v.is(HasOrderSchema, question) ? OldQuestionSchema : PaymentOutcomeRequestSchema,
)

export const paymentOutcomes: Routes = async app => {
  app.post(
    paymentOutcomesPath,
    { config: { limit: 'payment-outcome' }, schema: { body: QuestionSchema } },
    async ({ body, addressHash }, reply) => {
      const outcome =
        'order' in body
          ? await answerOldQuestion(app.services, body, addressHash)
          : await findPaymentOutcome(app.services, body, addressHash)
      return outcome ?? sendUnknownPayment(reply)
    },
  )
}
