import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { crossOriginHeaders } from './cross-origin'
import { type Exchange, type Reply, textReply } from './exchange'

/** Where the script learns which sandbox served it. */
const originMark = '__CARD_SANDBOX_ORIGIN__'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

export interface Files {
  /** The browser script and the pages it opens in frames; undefined for any other path. */
  serve(exchange: Exchange): Reply | undefined
}

/** Read at the start and kept: a build that runs beside a running sandbox does not disturb it. */
export function builtFiles(): Files {
  const here = dirname(fileURLToPath(import.meta.url))
  let files = readFolder(findFolder(here))
  const read = (name: string) => {
    if (!files.has(name)) files = readFolder(findFolder(here))
    return files.get(name)
  }

  return {
    serve: ({ path, origin }) => {
      const name = fileFor(path)
      if (name === undefined) return undefined
      const text = read(name)
      if (files.size === 0) return notBuilt
      const type = types[extname(name)]
      if (text === undefined || type === undefined) return textReply(404, 'Not found')
      const reply = textReply(200, text.replaceAll(originMark, origin), type)
      const cacheControl = 'no-cache'
      return {
        ...reply,
        headers: { ...reply.headers, ...crossOriginHeaders, 'Cache-Control': cacheControl },
      }
    },
  }
}

/** The provider's script has one address for each of its trains: `/endive/stripe.js`, `/v3/`. */
function fileFor(path: string): string | undefined {
  if (/^\/([a-z]+\/stripe\.js|v3\/?)$/.test(path)) return 'stripe.js'
  return path.startsWith('/frames/') ? path.slice(1) : undefined
}

function readFolder(folder: string | undefined): Map<string, string> {
  if (folder === undefined) return new Map()
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return new Map(
    names
      .filter(name => extname(name) in types)
      .map(name => [name.replaceAll('\\', '/'), readFileSync(join(folder, name), 'utf8')]),
  )
}

/** Beside the built program, or in `dist` when run from its source. */
function findFolder(from: string): string | undefined {
  for (const name of ['sandbox-script', join('dist', 'sandbox-script')])
    if (existsSync(join(from, name, 'stripe.js'))) return join(from, name)
  const above = dirname(from)
  return above === from ? undefined : findFolder(above)
}

const notBuilt = textReply(
  503,
  'The browser script is not built yet. Run: npx vite build -c vite.sandbox-script.config.ts',
)
