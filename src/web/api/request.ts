interface RequestOptions extends Omit<RequestInit, 'body'> {
  body?: unknown
}

export function hasStatus(error: unknown, status: number): boolean {
  return error instanceof Error && error.message.startsWith(`${status}: `)
}

/** A 404 of our own server, which does not know what is asked for, and not of a proxy in front of it. */
export function isUnknownHere(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('404: {"success":false')
}

/** How long the server asks to wait after too many requests (RFC 9110, 10.2.3), ms. */
export function retryAfterMs(error: unknown): number | undefined {
  const response = error instanceof Error && error.cause
  if (!(response instanceof Response) || response.status !== 429) return undefined
  return Number(response.headers.get('retry-after')) * 1000 || undefined
}

/**
 * Requests a path of this server, with cookies, and with JSON if there is a body. Throws an Error
 * `<status>: <body or status text>`, caused by the response, if the answer is not OK.
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
