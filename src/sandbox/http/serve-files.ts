import { existsSync, readFileSync } from 'node:fs'
import { dirname, extname, join, normalize } from 'node:path'
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

/** Reads each file once. They are built, so a running sandbox serves what it started with. */
export function builtFiles(): Files {
  const folder = findFolder(dirname(fileURLToPath(import.meta.url)))
  const cache = new Map<string, string | undefined>()

  const read = (name: string) => {
    const path = folder && join(folder, normalize(`/${name}`))
    if (!cache.has(name))
      cache.set(name, path && existsSync(path) ? readFileSync(path, 'utf8') : undefined)
    return cache.get(name)
  }

  return {
    serve: ({ path, origin }) => {
      const name = fileFor(path)
      if (name === undefined) return undefined
      const text = read(name)
      if (text === undefined && folder === undefined) return notBuilt
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

function fileFor(path: string): string | undefined {
  if (/^\/(endive|v3)\/(stripe\.js)?$|^\/v3$/.test(path)) return 'stripe.js'
  return path.startsWith('/frames/') ? path.slice(1) : undefined
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
