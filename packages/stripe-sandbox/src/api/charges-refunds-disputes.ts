import * as v from 'valibot'
import { accountOf } from '../ids'
import type { Charge } from '../objects/charge'
import { refundCharge } from '../payments/refunds'
import type { Kind } from '../store'
import { listPage } from './answers'
import type { ApiCall, RegisterEndpoint } from './endpoint'
import { invalidRequest, noSuch } from './errors'
import { CreateRefund, changeMetadata, listEntries, Retrieve, Text } from './parameters'

const ListOfIntent = v.strictObject({
  ...listEntries,
  charge: v.exactOptional(Text),
  payment_intent: v.exactOptional(Text),
})

/** What came of intents: to read, and to give money back. */
export function chargeRoutes(register: RegisterEndpoint): void {
  for (const kind of ['charge', 'refund', 'dispute'] as const)
    register(`GET /${kind}s`, ListOfIntent, call =>
      listPage(call, kind, { scope: intentAsked(call) }),
    )
  for (const kind of ['charge', 'refund', 'dispute', 'payment_method', 'event'] as const)
    register(`GET /${kind}s/:id`, Retrieve, call => find(call, kind, call.id))
  register('POST /refunds', CreateRefund, call => createRefund(call))
}

function find<K extends Kind>({ sandbox, account }: ApiCall<unknown>, kind: K, id: string) {
  const found = sandbox.store.get(kind, id)
  if (!found || accountOf(id) !== account) throw noSuch(kind, id, 'id')
  return found
}

/** Refunds and disputes are of the one charge of an intent that succeeded. */
function intentAsked({
  sandbox,
  params,
}: ApiCall<v.InferOutput<typeof ListOfIntent>>): string | undefined {
  if (params.charge === undefined) return params.payment_intent
  return sandbox.store.get('charge', params.charge)?.payment_intent ?? 'none'
}

export function createRefund(
  call: ApiCall<v.InferOutput<typeof CreateRefund>>,
  plan?: Parameters<typeof refundCharge>[4],
) {
  const { sandbox, params, cause } = call
  const { expand, charge, payment_intent, metadata, ...given } = params
  const facts = { ...given, metadata: changeMetadata({}, metadata) }
  return refundCharge(sandbox, chargeToRefund(call), facts, cause, plan)
}

function chargeToRefund(call: ApiCall<v.InferOutput<typeof CreateRefund>>): Charge {
  const { charge, payment_intent: id } = call.params
  if (charge !== undefined) return find(call, 'charge', charge)
  if (id === undefined)
    throw invalidRequest(
      'One of the following params should be provided for this request: payment_intent or charge.',
    )
  const intent = call.sandbox.store.get('payment_intent', id)
  if (!intent || accountOf(id) !== call.account)
    throw noSuch('payment_intent', id, 'payment_intent')
  if (intent.latest_charge === null || intent.status !== 'succeeded')
    throw invalidRequest(
      `This PaymentIntent (${id}) does not have a successful charge to refund.`,
      undefined,
      'payment_intent',
    )
  return find(call, 'charge', intent.latest_charge)
}
