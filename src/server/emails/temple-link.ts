import { createHmac, timingSafeEqual } from 'node:crypto'

/** An email to the temple about an order alone, or about the orders of a digest. */
export interface NoticeName {
  kind: 'order' | 'digest'
  code: string
}

/**
 * The temple's page of a notice as a stored email names it, `/temple/k7f39qxm`: it opens nothing before
 * `signLinks` completes it, when the email is sent.
 */
export function templePath({ kind, code }: NoticeName): string {
  return `/temple/${kind === 'digest' ? 'list' : ''}${code.replace('-', '').toLowerCase()}`
}

/** A visitor's text has a non-joiner after each slash (html.ts), so it names no page. */
const unsigned = /\/(temple\/(?:list)?)([a-z0-9]{8})(?![\w-])/g

/** Signs every `templePath` in a text. */
export function signLinks(text: string, key: string): string {
  return text.replace(unsigned, (path: string, kind: string, code: string) => {
    return `${path}-${sign(kind.replace('/', ' ') + code, key)}`
  })
}

/** The notice that a page's token names; null: it is not signed with this key. */
export function parseToken(token: string, key: string): NoticeName | null {
  const match = /^(list)?([a-z0-9]{8})-([\w-]{22})$/.exec(token)
  const [, list = '', plain = '', signature = ''] = match ?? []
  const expected = Buffer.from(sign(`temple ${list}${plain}`, key))
  if (!match || !timingSafeEqual(Buffer.from(signature), expected)) return null
  const code = `${plain.slice(0, 4)}-${plain.slice(4)}`.toUpperCase()
  return { kind: list ? 'digest' : 'order', code }
}

/** 128 bits. */
function sign(subject: string, key: string): string {
  return createHmac('sha256', key).update(subject).digest('base64url').slice(0, 22)
}
