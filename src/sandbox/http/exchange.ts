import type { IncomingHttpHeaders } from 'node:http'

/** One request, read to its end. */
export interface Exchange {
  /** `req_…` */
  id: string
  method: string
  path: string
  query: string
  headers: IncomingHttpHeaders
  body: string
  /** Where the caller sees this sandbox: `http://127.0.0.1:12111`. */
  origin: string
  /** The caller sits on the same machine. */
  fromHere: boolean
}

export interface Reply {
  status: number
  headers: Record<string, string>
  body: string | Buffer
}

export function textReply(status: number, body: string, type = 'text/plain'): Reply {
  return { status, headers: { 'Content-Type': `${type}; charset=utf-8` }, body }
}
