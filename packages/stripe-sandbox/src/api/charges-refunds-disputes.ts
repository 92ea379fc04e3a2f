import type * as v from 'valibot'
import { accountOf } from '../ids'
import type { Charge } from '../payments/charge'
import { refundCharge } from '../payments/refunds'
import type { Kind } from '../store'
import { listPage } from './answers'
import type { ApiCall, RegisterEndpoint } from './endpoint'
import { exclusive, invalidRequest, noSuch } from './errors'
import {
  CreateRefund,
  changeMetadata,
  ListCharges,
  ListDisputes,
  ListEvents,
  ListRefunds,
  Retrieve,
} from './parameters'

/** What came of intents: to read, and to give money back. */
export function chargeRoutes(register: RegisterEndpoint): void {
  const lists = { charge: ListCharges, refund: ListRefunds, dispute: ListDisputes }
  for (const kind of ['charge', 'refund', 'dispute'] as const)
    register(`GET /${kind}s`, lists[kind], call =>
      listPage(call, kind, { scope: call.params.payment_intent }),
    )
  register('GET /events', ListEvents, call => {
    const { type, types } = call.params
    if (type !== undefined && types !== undefined) throw exclusive('type', 'types')
    return listPage(call, 'event', { scope: types ?? type })
  })
  for (const kind of ['charge', 'refund', 'dispute', 'payment_method', 'event'] as const)
    register(`GET /${kind}s/:id`, Retrieve, call => find(call, kind, call.id))
  register('POST /refunds', CreateRefund, call => createRefund(call))
}

function find<K extends Kind>({ sandbox, account }: ApiCall<unknown>, kind: K, id: string) {
  const found = sandbox.store.get(kind, id)
  if (!found || accountOf(id) !== account) throw noSuch(kind, id, 'id')
  return found
}

export function createRefund(
  call: ApiCall<v.InferOutput<typeof CreateRefund>>,
  plan?: Parameters<typeof refundCharge>[3],
) {
  const { sandbox, params } = call
  const { expand, payment_intent, metadata, ...given } = params
  const facts = { ...given, metadata: changeMetadata({}, metadata) }
  return refundCharge(sandbox, chargeToRefund(call), facts, plan)
}

/** The one charge of the intent that succeeded. */
function chargeToRefund(call: ApiCall<v.InferOutput<typeof CreateRefund>>): Charge {
  const { payment_intent: id } = call.params
  const param = 'payment_intent'
  if (id === undefined)
    throw invalidRequest(`Missing required param: ${param}.`, 'parameter_missing', param)
  const intent = call.sandbox.store.get('payment_intent', id)
  if (!intent || accountOf(id) !== call.account) throw noSuch('payment_intent', id, param)
  if (intent.latest_charge === null || intent.status !== 'succeeded')
    throw invalidRequest(
      `This PaymentIntent (${id}) does not have a successful charge to refund.`,
      undefined,
      param,
    )
  return find(call, 'charge', intent.latest_charge)
}
