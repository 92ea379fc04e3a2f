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
  const { url, connections, seconds, amount } = options
  const startedAt = performance.now()
  let lastAt = startedAt
  const result = await fire(
    { url, connections, ...(amount ? { amount } : { duration: seconds ?? 1 }), ...ask(options) },
    // Its own duration is counted in whole seconds.
    () => {
      lastAt = performance.now()
    },
  )
  const answered = result['2xx']
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed.`)
  return {
    perSecond: (answered * 1000) / (lastAt - startedAt),
    mean: result.latency.average,
    p99: result.latency.p99,
    answered,
  }
}

function ask({ method = 'GET', headers = {}, body, eachHeaders }: LoadOptions) {
  return {
    requests: [
      {
        method,
        headers,
        ...(body && { body }),
        setupRequest: (request: autocannon.Request) => ({
          ...request,
          headers: { ...request.headers, ...eachHeaders?.() },
        }),
      },
    ],
  }
}

function fire(options: autocannon.Options, onAnswer: () => void): Promise<autocannon.Result> {
  return new Promise((resolve, reject) => {
    const running = autocannon(options, (error, result) =>
      error ? reject(error) : resolve(result),
    )
    running.on('response', onAnswer)
  })
}
