import type { CandleOrderPayload } from '../../src/shared/candle-order'
import { buildOrder } from '../integration/build-order'

/** Orders at a server; without a key unless the headers have one. */
export function orderAt(
  url: string,
  fields: Partial<CandleOrderPayload> = {},
  { headers, signal }: { headers?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<Response> {
  return fetch(`${url}/api/candle-orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(buildOrder(fields)),
    ...(signal && { signal }),
  })
}
