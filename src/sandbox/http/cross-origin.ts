import type { Exchange, Reply } from './exchange'

/** The card API is for pages of any host; what it exposes is what the real one does. */
export const crossOriginHeaders: Record<string, string> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'Request-Id, Stripe-Manage-Version, Stripe-Should-Retry, X-Stripe-External-Auth-Required, X-Stripe-Privileged-Session-Required',
}

/** Browsers ask first; those that guard private networks want a word on that too. */
export function preflightReply({ headers }: Exchange): Reply {
  return {
    status: 204,
    headers: {
      ...crossOriginHeaders,
      'Access-Control-Allow-Methods': 'GET, HEAD, PUT, PATCH, POST, DELETE',
      'Access-Control-Allow-Headers': headers['access-control-request-headers'] ?? '*',
      'Access-Control-Allow-Private-Network': 'true',
      'Access-Control-Max-Age': '300',
      Vary: 'Access-Control-Request-Headers',
    },
    body: '',
  }
}
