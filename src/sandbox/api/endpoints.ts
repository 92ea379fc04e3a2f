import * as v from 'valibot'
import { CancelParameters, cancelPaymentIntent } from './cancel-payment-intent'
import { ChallengeParameters, completeChallenge } from './complete-challenge'
import { ConfirmParameters, confirmPaymentIntent } from './confirm-payment-intent'
import { CreateParameters, createPaymentIntent } from './create-payment-intent'
import { createRefund, RefundParameters } from './create-refund'
import { type Endpoint, endpoint } from './endpoint'
import { ListEventsParameters, listEvents, retrieveEvent } from './events'
import {
  ListChargesParameters,
  ListIntentsParameters,
  ListOfChargeParameters,
  listCharges,
  listDisputes,
  listPaymentIntents,
  listRefunds,
} from './list-objects'
import { Expand } from './parameters'
import { retrieveObject } from './retrieve-object'
import { RetrieveParameters, retrievePaymentIntent } from './retrieve-payment-intent'
import { UpdateParameters, updatePaymentIntent } from './update-payment-intent'

const OnlyExpand = v.strictObject({ expand: v.exactOptional(Expand) })
const toBrowsersToo = true
const intents = '/v1/payment_intents'

/** Every call the sandbox answers. */
const endpoints: readonly Endpoint[] = [
  endpoint('POST', intents, CreateParameters, createPaymentIntent),
  endpoint('GET', intents, ListIntentsParameters, listPaymentIntents),
  endpoint('GET', `${intents}/:id`, RetrieveParameters, retrievePaymentIntent, toBrowsersToo),
  endpoint('POST', `${intents}/:id`, UpdateParameters, updatePaymentIntent),
  endpoint(
    'POST',
    `${intents}/:id/confirm`,
    ConfirmParameters,
    confirmPaymentIntent,
    toBrowsersToo,
  ),
  endpoint('POST', `${intents}/:id/cancel`, CancelParameters, cancelPaymentIntent),
  endpoint(
    'POST',
    '/v1/3ds2/challenge_complete',
    ChallengeParameters,
    completeChallenge,
    toBrowsersToo,
  ),
  endpoint('GET', '/v1/payment_methods/:id', OnlyExpand, retrieveObject('payment_method')),
  endpoint('GET', '/v1/charges', ListChargesParameters, listCharges),
  endpoint('GET', '/v1/charges/:id', OnlyExpand, retrieveObject('charge')),
  endpoint('POST', '/v1/refunds', RefundParameters, createRefund),
  endpoint('GET', '/v1/refunds', ListOfChargeParameters, listRefunds),
  endpoint('GET', '/v1/refunds/:id', OnlyExpand, retrieveObject('refund')),
  endpoint('GET', '/v1/disputes', ListOfChargeParameters, listDisputes),
  endpoint('GET', '/v1/disputes/:id', OnlyExpand, retrieveObject('dispute')),
  endpoint('GET', '/v1/events', ListEventsParameters, listEvents),
  endpoint('GET', '/v1/events/:id', OnlyExpand, retrieveEvent),
]

const byShape = new Map(endpoints.map(one => [`${one.method} ${one.path}`, one]))

/** The endpoint for a path, and the id in it. */
export function findEndpoint(
  method: string,
  path: string,
): { endpoint: Endpoint; id: string } | undefined {
  const exact = byShape.get(`${method} ${path}`)
  if (exact) return { endpoint: exact, id: '' }
  const [, , kind = '', id = '', verb] = path.split('/')
  const shape = `/v1/${kind}/:id${verb === undefined ? '' : `/${verb}`}`
  const found = byShape.get(`${method} ${shape}`)
  return found && { endpoint: found, id }
}
