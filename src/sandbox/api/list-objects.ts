import * as v from 'valibot'
import { type Account, markOf } from '../objects/new-id'
import type { ObjectRows } from '../store/object-rows'
import type { Answer } from './answer'
import type { ApiCall } from './endpoint'
import { listPage } from './list-page'
import { ListParameters, Text } from './parameters'

export const ListIntentsParameters = v.strictObject(ListParameters)

export const ListChargesParameters = v.strictObject({
  ...ListParameters,
  payment_intent: v.exactOptional(Text),
})

/** Of refunds and disputes, which belong to a charge. */
export const ListOfChargeParameters = v.strictObject({
  ...ListParameters,
  charge: v.exactOptional(Text),
  payment_intent: v.exactOptional(Text),
})

type OfCharge = v.InferOutput<typeof ListOfChargeParameters>

/** GET /v1/payment_intents */
export function listPaymentIntents({
  sandbox: { store },
  params,
  account,
}: ApiCall<v.InferOutput<typeof ListIntentsParameters>>): Answer {
  return listOf('payment_intent', store.objects, account, params)
}

/** GET /v1/charges */
export function listCharges({
  sandbox: { store },
  params,
  account,
}: ApiCall<v.InferOutput<typeof ListChargesParameters>>): Answer {
  return listOf('charge', store.objects, account, params, params.payment_intent)
}

/** GET /v1/refunds */
export function listRefunds({ sandbox: { store }, params, account }: ApiCall<OfCharge>): Answer {
  return listOf('refund', store.objects, account, params, chargeMeant(store.objects, params))
}

/** GET /v1/disputes */
export function listDisputes({ sandbox: { store }, params, account }: ApiCall<OfCharge>): Answer {
  return listOf('dispute', store.objects, account, params, chargeMeant(store.objects, params))
}

function listOf(
  kind: 'payment_intent' | 'charge' | 'refund' | 'dispute',
  objects: ObjectRows,
  account: Account,
  params: v.InferOutput<typeof ListIntentsParameters>,
  parent?: string,
): Answer {
  return listPage(
    `/v1/${kind}s`,
    kind,
    params,
    id => objects.placeOf(kind, id),
    window => objects.list(kind, window, parent, markOf(account)),
  )
}

/** An intent has at most one charge that can be refunded: its latest. */
function chargeMeant(objects: ObjectRows, params: OfCharge): string | undefined {
  if (params.payment_intent === undefined) return params.charge
  return objects.get('payment_intent', params.payment_intent)?.latest_charge ?? 'none'
}
