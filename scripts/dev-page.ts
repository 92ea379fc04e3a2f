import type { Plugin, ViteDevServer } from 'vite'
import { defaultLanguage, isLanguage, languages } from '../src/shared/language'

type Render = (manifest: unknown) => Promise<Record<string, string>>

/**
 * Renders the page from its sources at every visit, as the build does once. Its styles are inline,
 * so a changed stylesheet reloads the page.
 */
export function servePage(cardScript: string | undefined): Plugin {
  return {
    name: 'serve-page',
    configureServer(server) {
      return () => {
        server.middlewares.use(async (request, response, next) => {
          try {
            const { status, html } = await render(server, request.url ?? '/')
            response.statusCode = status
            response.setHeader('content-type', 'text/html; charset=utf-8')
            response.end(html.replace('<!--card-script-->', writeTag(cardScript)))
          } catch (error) {
            next(error)
          }
        })
      }
    },
    handleHotUpdate({ file, server }) {
      if (file.endsWith('.css')) server.ws.send({ type: 'full-reload' })
    },
  }
}

async function render(server: ViteDevServer, address: string) {
  const { pathname, searchParams } = new URL(address, 'http://page')
  const { renderPages } = await server.ssrLoadModule('/src/web/prerender.tsx')
  const pages = await (renderPages as Render)(sourcesAsBuilt)
  const asked = searchParams.get('lang')
  const language = isLanguage(asked) ? asked : defaultLanguage
  const isForm = pathname === '/'
  const html = pages[`${isForm ? language : 'not-found'}.html`] ?? ''
  return { status: isForm ? 200 : 404, html: await server.transformIndexHtml(address, html) }
}

/** A manifest in which every source is its own built file. */
const sourcesAsBuilt = Object.fromEntries(
  ['main.tsx', ...languages.map(language => `locales/${language}.ts`)]
    .map(name => `src/web/${name}`)
    .map(file => [file, { file }]),
)

function writeTag(cardScript: string | undefined): string {
  return cardScript ? `<script defer src="${cardScript}"></script>` : ''
}
