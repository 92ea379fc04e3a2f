import autocannon from 'autocannon'

export interface Load {
  perSecond: number
  /** Mean and slowest hundredth of the answers, ms. */
  mean: number
  p99: number
  answered: number
}

export interface LoadOptions {
  url: string
  connections: number
  /** Ends after so many seconds, or after so many requests. */
  seconds?: number
  amount?: number
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** Headers that differ from request to request. */
  eachHeaders?: () => Record<string, string>
}

/** One round of load. Anything but 200 ends the bench: errors are quick, and would look good. */
export async function load(options: LoadOptions): Promise<Load> {
  const { url, connections, seconds, amount, method = 'GET', headers = {}, body } = options
  const startedAt = performance.now()
  let lastAt = startedAt
  const running = autocannon({
    url,
    connections,
    ...(amount ? { amount } : { duration: seconds ?? 1 }),
    requests: [
      {
        method,
        headers,
        ...(body && { body }),
        setupRequest: request => ({
          ...request,
          headers: { ...request.headers, ...options.eachHeaders?.() },
        }),
      },
    ],
  })
  // Its own duration is counted in whole seconds.
  running.on('response', () => {
    lastAt = performance.now()
  })
  const result = await running
  const answered = result['2xx']
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(
      `${url}: ${result.non2xx} refused, ${result.errors} failed, ${answered} answered.`,
    )
  return {
    perSecond: (answered * 1000) / (lastAt - startedAt),
    mean: result.latency.average,
    p99: result.latency.p99,
    answered,
  }
}
