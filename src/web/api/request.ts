export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT'
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Lets the request outlive the page. */
  keepalive?: boolean
}

/** How long an answer is waited for, in ms. */
const answerTimeout = 20_000

const hasStatus = (status: number) => (error: unknown) =>
  error instanceof Error && error.message.startsWith(`${status}: `)

export const isUnauthorized = hasStatus(401)
export const isNotFound = hasStatus(404)
export const isTooOften = hasStatus(429)

/**
 * Requests a path of this server: cookies always, JSON only with a body.
 * Throws an Error with the message `<status>: <body or status text>` when the answer is not OK.
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

/** Rejects when the answer takes longer than 20 s; the request itself goes on. */
export function withTimeout<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('There was no answer.')), answerTimeout)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
