export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT'
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Lets the request outlive the page. */
  keepalive?: boolean
}

const hasStatus = (status: number) => (error: unknown) =>
  error instanceof Error && error.message.startsWith(`${status}: `)

export const isUnauthorized = hasStatus(401)
/** The server does not know what the request was about. */
export const isNotFound = hasStatus(404)
/** The server was asked too often. */
export const isTooOften = hasStatus(429)

/**
 * One request of ours: cookies always, JSON only with a body.
 * Throws an Error saying `<status>: <answer's text, or the status text>` when the answer is not OK.
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
