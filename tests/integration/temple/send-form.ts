import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { onTestFinished } from 'vitest'

interface SentFile {
  name: string
  bytes: string | Uint8Array
}

/** A field of the form, with a text or a file. */
export type Entry = [name: string, value: string | SentFile]

export interface TestSubmission {
  action?: string
  /** Of its form; a new one for each submission. */
  key?: string
  codes?: string[]
  photos?: SentFile[]
  headers?: Record<string, string>
}

/** The form as a browser encodes it. `FormData` of Node leaves out a file name that is empty. */
function encode(entries: Entry[]): Buffer<ArrayBuffer> {
  const parts = entries.flatMap(([name, value]) => {
    const isText = typeof value === 'string'
    const file = isText ? '' : `; filename="${value.name}"\r\nContent-Type: image/jpeg`
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`
    return [head, isText ? value : value.bytes, '\r\n']
  })
  return Buffer.concat([...parts, `--${boundary}--\r\n`].map(part => Buffer.from(part)))
}

const boundary = 'end-of-one-field'
const contentType = `multipart/form-data; boundary=${boundary}`

function listEntries({ action, key, codes = [], photos = [] }: TestSubmission): Entry[] {
  return [
    ...codes.map((code): Entry => ['order', code]),
    ...photos.map((photo): Entry => ['photo', photo]),
    ['key', key ?? randomUUID()],
    ['action', action ?? 'lit'],
  ]
}

/** Sends a form of these fields; without its last bytes if it is cut. */
export function sendForm(
  link: string,
  entries: Entry[],
  { headers = {}, isCut = false } = {},
): Promise<Response> {
  return fetch(link, {
    method: 'POST',
    body: encode(entries).subarray(0, isCut ? -10 : undefined),
    headers: { 'content-type': contentType, ...headers },
    redirect: 'manual',
  })
}

export function sendSubmission(
  link: string,
  { headers, ...submission }: TestSubmission,
): Promise<Response> {
  return sendForm(link, listEntries(submission), { headers })
}

/** Sends a form as some proxies pass it on: without its length. */
export function sendInChunks(link: string, entries: Entry[]): Promise<Response> {
  const body = new Blob([encode(entries)]).stream()
  const headers = { 'content-type': contentType }
  const init = { method: 'POST', body, headers, duplex: 'half', redirect: 'manual' as const }
  return fetch(link, init)
}

/** Begins a submission, whose body the test sends piece by piece. */
export function beginUpload(link: string, submission: TestSubmission) {
  const body = encode(listEntries(submission))
  const { host, hostname, port, pathname } = new URL(link)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  let heard = ''
  socket.on('data', chunk => {
    heard += chunk
  })
  const head = [`Host: ${host}`, `Content-Type: ${contentType}`, `Content-Length: ${body.length}`]
  socket.write(`POST ${pathname} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`)
  return {
    size: body.length,
    send: (from: number, to?: number) => void socket.write(body.subarray(from, to)),
    heard: () => heard,
    breakOff: () => void socket.resetAndDestroy(),
  }
}
