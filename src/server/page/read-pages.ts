import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { type Language, languages } from '../../shared/language'
import type { CardProviderConfig } from '../config/config'

/** One document in the encodings that browsers ask for, made once at start. */
export interface Page {
  plain: Buffer
  gzip: Buffer
  brotli: Buffer
  etag: string
}

export interface Pages {
  form: Record<Language, Page>
  notFound: Page
  /** Hashes of the inline styles and scripts in all of them, for the content security policy. */
  styleHashes: string[]
  scriptHashes: string[]
}

/** Where the build leaves the tag of the card company's script. */
const cardScriptMark = '<!--card-script-->'

/** Reads the documents that the build rendered and puts the card company's tag into them. */
export function readPages(webFolder: string, cards: CardProviderConfig | null): Pages {
  const read = (name: string) =>
    readFileSync(join(webFolder, 'pages', `${name}.html`), 'utf8').replace(
      cardScriptMark,
      cards ? cardScriptTag(cards) : '',
    )
  const documents = Object.fromEntries(languages.map(language => [language, read(language)]))
  const notFound = read('not-found')
  const all = [...Object.values(documents), notFound]
  return {
    form: Object.fromEntries(
      Object.entries(documents).map(([language, html]) => [language, toPage(html)]),
    ) as Record<Language, Page>,
    notFound: toPage(notFound),
    styleHashes: hashInline(all, /<style[^>]*>([\s\S]*?)<\/style>/g),
    scriptHashes: hashInline(all, /<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g),
  }
}

/** A script of its own runs before ours; otherwise only the way to the provider is opened early. */
function cardScriptTag(cards: CardProviderConfig): string {
  if (cards.scriptUrl) return `<script defer src="${cards.scriptUrl.href}"></script>`
  return ['https://js.stripe.com', 'https://api.stripe.com']
    .map(origin => `<link rel="preconnect" href="${origin}">`)
    .join('')
}

function toPage(html: string): Page {
  const plain = Buffer.from(html)
  const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  return {
    plain,
    gzip: gzipSync(plain, { level: 9 }),
    brotli: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    etag: `"${digest}"`,
  }
}

function hashInline(documents: string[], pattern: RegExp): string[] {
  const contents = documents.flatMap(html =>
    [...html.matchAll(pattern)].map(match => match[1] ?? ''),
  )
  return [...new Set(contents)].map(
    content => `'sha256-${createHash('sha256').update(content).digest('base64')}'`,
  )
}
