import type * as v from 'valibot'
import { findOwn, listPage } from '../api/answers'
import type { ApiCall, RegisterEndpoint } from '../api/endpoint'
import { exclusive, invalidRequest } from '../api/errors'
import {
  CreateRefund,
  changeMetadata,
  ListCharges,
  ListDisputes,
  ListEvents,
  ListRefunds,
  Retrieve,
} from '../api/parameters'
import type { Outcome } from '../payments/cards'
import { refundCharge } from '../payments/refunds'
import type { Charge } from '../records'

export function chargeRoutes(register: RegisterEndpoint): void {
  const lists = { charge: ListCharges, refund: ListRefunds, dispute: ListDisputes }
  for (const kind of ['charge', 'refund', 'dispute'] as const)
    register(`GET /${kind}s`, lists[kind], call => listPage(call, kind, call.params.payment_intent))
  register('GET /events', ListEvents, call => {
    const { type, types } = call.params
    if (type !== undefined && types !== undefined) throw exclusive('type', 'types')
    return listPage(call, 'event', types ?? type)
  })
  for (const kind of ['charge', 'refund', 'dispute', 'payment_method', 'event'] as const)
    register(`GET /${kind}s/:id`, Retrieve, call => findOwn(call, kind, call.id))
  register('POST /refunds', CreateRefund, call => createRefund(call))
}

export function createRefund(
  call: ApiCall<v.InferOutput<typeof CreateRefund>>,
  behaviour?: Outcome['refunds'],
  afterMs?: number,
) {
  const { sandbox, params } = call
  const { expand, payment_intent, metadata, ...rest } = params
  const options = { ...rest, metadata: changeMetadata({}, metadata) }
  return refundCharge(sandbox, chargeToRefund(call), options, behaviour, afterMs)
}

/** The one charge of the intent that succeeded. */
function chargeToRefund(call: ApiCall<v.InferOutput<typeof CreateRefund>>): Charge {
  const param = 'payment_intent'
  const { id, latest_charge, status } = findOwn(call, param, call.params.payment_intent, param)
  if (latest_charge !== null && status === 'succeeded')
    return findOwn(call, 'charge', latest_charge)
  const message = `This PaymentIntent (${id}) does not have a successful charge to refund.`
  throw invalidRequest(message, { param })
}
