import type Stripe from 'stripe'
import type { RegisterEndpoint } from '../api/endpoint'
import { ListDomains } from '../api/parameters'
import { each } from '../words'

/** On one page, as no account has more than a few. */
export function domainRoutes(register: RegisterEndpoint): void {
  register('GET /payment_method_domains', ListDomains, ({ sandbox, params: { domain_name } }) => ({
    object: 'list',
    data: Object.entries(sandbox.wallets.get().domains)
      .filter(([name]) => domain_name === undefined || name === domain_name)
      .map(([name, status]) => describeDomain(name, status, sandbox.clock.seconds())),
    has_more: false,
    url: '/v1/payment_method_domains',
  }))
}

/** As in docs.stripe.com/api/payment_method_domains/object. */
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
