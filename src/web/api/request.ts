export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT'
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Lets the request outlive the page. */
  keepalive?: boolean
}

const tooOften = '429: '

/** Whether the server does not know what a request was about. */
export function isNotFound(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('404: ')
}

/** Whether a request failed because the server was asked too often. */
export function isTooOften(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith(tooOften)
}

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
