import { Agent, request } from 'node:http'
import type { BadRequest } from './bad-requests'

export interface Reply {
  status: number
  type: string
  text: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 })
const longestMs = 30_000
const withoutBody = new Set(['GET', 'HEAD', 'TRACE'])

/** Sends it as it is. No answer in half a minute is a failure. */
export function sendRequest(url: string, bad: BadRequest): Promise<Reply> {
  const { method, path, headers } = bad
  const body = withoutBody.has(method) ? Buffer.alloc(0) : bad.body
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      { method, path, headers: { ...headers, 'content-length': body.length }, agent },
      answer => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            type: answer.headers['content-type'] ?? '',
            text: Buffer.concat(chunks).toString(),
          }),
        )
      },
    )
    outgoing.setTimeout(longestMs, () => outgoing.destroy(new Error('no answer')))
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
