import { renderToString } from 'react-dom/server'
import * as v from 'valibot'
import { type Language, languages } from '../shared/language'
import { paymentConfigPath } from '../shared/payment-config'
import { createCheckoutStore } from './checkout/store'
import { App } from './components/app'
import { NotFoundPage } from './components/not-found-page'
import { loadMessages } from './locales/load-messages'
import type { Messages } from './locales/messages'
import styles from './styles/page.css?inline'

const ManifestSchema = v.record(
  v.string(),
  v.object({ file: v.string(), imports: v.optional(v.array(v.string()), []) }),
)

type Manifest = v.InferOutput<typeof ManifestSchema>

/** Every page as a full document, by file name. `manifest` is the one of the browser's build. */
export async function renderPages(manifest: unknown): Promise<Record<string, string>> {
  const built = v.parse(ManifestSchema, manifest)
  const body = renderToString(<NotFoundPage />)
  const notFound = writeDocument({ language: 'en', body, preloads: [] })
  const pages: Record<string, string> = { 'not-found.html': notFound }
  for (const language of languages) pages[`${language}.html`] = await renderForm(language, built)
  return pages
}

async function renderForm(language: Language, built: Manifest): Promise<string> {
  const messages = await loadMessages(language)
  const store = createCheckoutStore({ language, messages })
  const body = renderToString(<App store={store} />)
  const needed = ['src/web/main.tsx', `src/web/locales/${language}.ts`]
  const [script, ...preloads] = filesOf(needed, built)
  return writeDocument({ language, messages, body, script, preloads })
}

/** The script first, then all it imports before it can start. */
function filesOf(entries: string[], built: Manifest): string[] {
  const files = new Set<string>()
  const visit = (name: string) => {
    const chunk = built[name]
    if (!chunk) throw new Error(`The build made no file for ${name}.`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    chunk.imports.forEach(visit)
  }
  entries.forEach(visit)
  return [...files]
}

interface Document {
  language: Language
  messages?: Messages
  body: string
  /** The page's script, relative to the site; a page without one stays as it is. */
  script?: string | undefined
  preloads: string[]
}

/**
 * A page as HTML. Styles are inline, so that the first answer already paints the form. The
 * server puts the card provider's tags where the comment stands.
 */
function writeDocument({ language, messages, body, script, preloads }: Document): string {
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${messages?.pageTitle ?? 'Page Not Found'}</title>`,
    messages && `<meta name="description" content="${messages.subtitle}">`,
    '<link rel="icon" href="/assets/icon-1.svg">',
    `<style>${styles}</style>`,
    script &&
      `<link rel="preload" as="fetch" href="${paymentConfigPath}" crossorigin="use-credentials">`,
    ...preloads.map(file => `<link rel="modulepreload" href="/${file}">`),
    script && '<!--card-script-->',
    script && `<script type="module" src="/${script}"></script>`,
  ]
  const outside =
    messages &&
    `<p class="cannot-start">${messages.cannotStart} <a href="/?lang=${language}" target="_blank" rel="noopener">${messages.openSeparately}</a></p>`
  return [
    '<!doctype html>',
    `<html lang="${language}">`,
    `<head>${head.filter(Boolean).join('')}</head>`,
    `<body><div id="page">${body}</div>${outside ?? ''}</body>`,
    '</html>',
  ].join('\n')
}
