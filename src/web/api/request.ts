export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT'
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Lets the request outlive the page. */
  keepalive?: boolean
}

const answerTimeoutMs = 20_000

const hasStatus = (status: number) => (error: unknown) =>
  error instanceof Error && error.message.startsWith(`${status}: `)

export const isUnauthorized = hasStatus(401)
export const isNotFound = hasStatus(404)
export const isTooOften = hasStatus(429)

/**
 * Requests a path of this server, with cookies, and with JSON if there is a body. Throws an Error
 * `<status>: <body or status text>` if the answer is not OK.
 */
export async function request(path: string, options: RequestOptions = {}): Promise<Response> {
  const { method = 'GET', body, headers, ...rest } = options
  const response = await fetch(path, {
    ...rest,
    method,
    credentials: 'include',
    headers:
      body === undefined ? { ...headers } : { ...headers, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) {
    const text = await response.text()
    throw new Error(`${response.status}: ${text || response.statusText}`)
  }
  return response
}

/** Rejects after 20 s; the request goes on. */
export function withTimeout<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('There was no answer.')), answerTimeoutMs)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
