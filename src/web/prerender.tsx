import { renderToString } from 'react-dom/server'
import * as v from 'valibot'
import { type Language, languages } from '../shared/language'
import { openDesk } from './checkout/desk'
import { App } from './components/app'
import { NotFoundPage } from './components/not-found-page'
import { writeDocument } from './components/write-document'
import { loadTexts } from './locales/load-texts'

const ManifestSchema = v.record(
  v.string(),
  v.object({ file: v.string(), imports: v.optional(v.array(v.string()), []) }),
)

/** Every page as a full document, by file name. `manifest` is the one of the browser's build. */
export async function renderPages(manifest: unknown): Promise<Record<string, string>> {
  const built = v.parse(ManifestSchema, manifest)
  const pages: Record<string, string> = { 'not-found.html': renderNotFound() }
  for (const language of languages) pages[`${language}.html`] = await renderForm(language, built)
  return pages
}

type Manifest = v.InferOutput<typeof ManifestSchema>

async function renderForm(language: Language, built: Manifest): Promise<string> {
  const texts = await loadTexts(language)
  const desk = openDesk()
  const body = renderToString(<App desk={desk} speech={{ language, texts }} />)
  const needed = ['src/web/main.tsx', `src/web/locales/${language}.ts`]
  const [script, ...preloads] = filesOf(needed, built)
  return writeDocument({ language, texts, body, script, preloads })
}

function renderNotFound(): string {
  return writeDocument({ language: 'en', body: renderToString(<NotFoundPage />), preloads: [] })
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
