interface RequestOptions extends Omit<RequestInit, 'body'> {
  body?: unknown
}

export function hasStatus(error: unknown, status: number): boolean {
  return error instanceof Error && error.message.startsWith(`${status}: `)
}

/** Returns whether our own server, and no proxy in front of it, answered 404. */
export function isUnknownHere(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('404: {"success":false')
}

/** Returns how long the server asks to wait after too many requests (RFC 9110, 10.2.3), ms. */
export function retryAfterMs(error: unknown): number | undefined {
  const response = error instanceof Error && error.cause
  if (!(response instanceof Response) || response.status !== 429) return undefined
  return Number(response.headers.get('retry-after')) * 1000 || undefined
}

/**
 * Requests a path of this server, with cookies, and sends a body as JSON. If the answer is not OK, it
 * throws an Error `<status>: <body or status text>` with the response as its cause.
 */
export async function request(path: string, options: RequestOptions = {}): Promise<Response> {
  const { body, headers, ...rest } = options
  const response = await fetch(path, {
    ...rest,
    credentials: 'include',
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    body: JSON.stringify(body),
  })
  return expectOk(response)
}

export async function expectOk(response: Response): Promise<Response> {
  if (response.ok) return response
  const text = await response.text()
  const message = `${response.status}: ${text || response.statusText}`
  throw new Error(message, { cause: response })
}
