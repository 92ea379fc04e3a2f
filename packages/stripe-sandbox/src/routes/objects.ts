import type Stripe from 'stripe'
import type * as v from 'valibot'
import { findOwn, listPage } from '../api/answers'
import type { ApiCall, RegisterEndpoint } from '../api/endpoint'
import { invalidRequest } from '../api/errors'
import { CreateRefund, ListDomains, ListEvents, ListOfIntent, Retrieve } from '../api/parameters'
import type { Outcome } from '../payments/cards'
import { refundCharge } from '../payments/refunds'
import type { Charge } from '../records'
import { each } from '../words'

export function objectRoutes(register: RegisterEndpoint): void {
  for (const kind of ['charge', 'refund', 'dispute'] as const)
    register(`GET /${kind}s`, ListOfIntent, call =>
      listPage(call, kind, call.params.payment_intent),
    )
  register('GET /events', ListEvents, call => listPage(call, 'event', call.params.types))
  for (const kind of ['charge', 'refund', 'dispute', 'payment_method', 'event'] as const)
    register(`GET /${kind}s/:id`, Retrieve, call => findOwn(call, kind, call.id))
  register('POST /refunds', CreateRefund, call => createRefund(call))
  register('GET /payment_method_domains', ListDomains, ({ sandbox, params: { domain_name } }) => ({
    object: 'list',
    data: Object.entries(sandbox.wallets.get().domains)
      .filter(([name]) => domain_name === undefined || name === domain_name)
      .map(([name, status]) => describeDomain(name, status, sandbox.clock.seconds())),
    has_more: false,
    url: '/v1/payment_method_domains',
  }))
}

export function createRefund(
  call: ApiCall<v.InferOutput<typeof CreateRefund>>,
  behaviour?: Outcome['refunds'],
  afterMs?: number,
) {
  const { sandbox, params } = call
  const { expand, payment_intent, metadata = {}, ...rest } = params
  const options = { ...rest, metadata }
  return refundCharge(sandbox, chargeToRefund(call), options, behaviour, afterMs)
}

function chargeToRefund(call: ApiCall<v.InferOutput<typeof CreateRefund>>): Charge {
  const param = 'payment_intent'
  const { id, latest_charge, status } = findOwn(call, param, call.params.payment_intent, param)
  if (latest_charge !== null && status === 'succeeded')
    return findOwn(call, 'charge', latest_charge)
  const message = `This PaymentIntent (${id}) does not have a successful charge to refund.`
  throw invalidRequest(message, { param })
}

/** Describes a domain as docs.stripe.com/api/payment_method_domains/object does. */
function describeDomain(
  domain_name: string,
  status: 'active' | 'inactive',
  created: number,
): Stripe.PaymentMethodDomain {
  return {
    id: `pmd_${domain_name.replaceAll(/\W/g, '')}`,
    object: 'payment_method_domain',
    apple_pay: { status },
    ...each({ status: 'active' as const }, 'amazon_pay google_pay klarna link paypal'),
    created,
    domain_name,
    enabled: true,
    livemode: false,
  }
}
