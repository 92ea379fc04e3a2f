import { readFileSync, writeFileSync } from 'node:fs'
import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import {
  CandleOrderSchema,
  candleOrdersPath,
  IdempotencyKeySchema,
  idempotencyKeyHeader,
  OrderAnswerSchema,
  OrderDraftSchema,
} from '../src/shared/candle-order'
import {
  CreatePaymentIntentSchema,
  createPaymentIntentPath,
  orderDraftRoute,
  PaymentConfigSchema,
  PaymentIntentAnswerSchema,
  PaymentIntentIdSchema,
  paymentConfigPath,
} from '../src/shared/payment-intent'
import {
  PaymentOutcomeRequestSchema,
  PaymentOutcomeSchema,
  paymentOutcomesPath,
} from '../src/shared/payment-outcome'

type Schema = v.GenericSchema

// Without custom checks, which JSON Schema cannot express; the server still applies them.
const input = (schema: Schema) =>
  toJsonSchema(schema, { typeMode: 'input', target: 'draft-2020-12', errorMode: 'ignore' })
const json = (schema: Schema) => ({ 'application/json': { schema: input(schema) } })
const parameter = (place: 'header' | 'path', name: string, schema: Schema) => ({
  name,
  in: place,
  required: place === 'path',
  schema: input(schema),
})
const call = (
  summary: string,
  answer: Schema,
  given: { body?: Schema; parameters?: object[] },
) => ({
  summary,
  ...(given.parameters && { parameters: given.parameters }),
  ...(given.body && { requestBody: { required: true, content: json(given.body) } }),
  responses: {
    200: { description: 'The answer.', content: json(answer) },
    default: { description: '`error` says why it was rejected.', content: json(OrderAnswerSchema) },
  },
})

const keepWords = call(
  'Keeps the words of an order before its payment is confirmed.',
  OrderAnswerSchema,
  {
    body: OrderDraftSchema,
    parameters: [parameter('path', 'paymentIntentId', PaymentIntentIdSchema)],
  },
)

const contract = {
  openapi: '3.1.0',
  info: { title: 'Svichka', version: '1' },
  paths: {
    [paymentConfigPath]: {
      get: call('Whether cards are taken, and the public key.', PaymentConfigSchema, {}),
    },
    [createPaymentIntentPath]: {
      post: call('Creates a payment intent.', PaymentIntentAnswerSchema, {
        body: CreatePaymentIntentSchema,
      }),
    },
    [orderDraftRoute.replace(':paymentIntentId', '{paymentIntentId}')]: {
      post: keepWords,
      put: keepWords,
    },
    [candleOrdersPath]: {
      post: call('Places an order.', OrderAnswerSchema, {
        body: CandleOrderSchema,
        parameters: [parameter('header', idempotencyKeyHeader, IdempotencyKeySchema)],
      }),
    },
    [paymentOutcomesPath]: {
      post: call('What became of a payment.', PaymentOutcomeSchema, {
        body: PaymentOutcomeRequestSchema,
      }),
    },
  },
}

const file = 'docs/openapi.json'
const text = `${JSON.stringify(contract, null, 1)}\n`
if (!process.argv.includes('--check')) writeFileSync(file, text)
else if (readFileSync(file, 'utf8') !== text) {
  process.stderr.write(`${file} is out of date: npm run openapi\n`)
  process.exitCode = 1
}
