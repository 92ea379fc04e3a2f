import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Language } from '../../shared/language'
import type { CreatePageRenderer, PageRenderer } from '../../shared/page-renderer'
import type { Config } from '../config/read-config'
import { completePage, once } from './read-pages'

/**
 * The program that the build leaves beside the pages. It is loaded when the first form comes
 * without the script, and most never do. Its pages have the styles and scripts of all others.
 */
export function loadPageRenderer(
  webFolder: string,
  config: Pick<Config, 'cards' | 'temple'>,
): () => Promise<PageRenderer> {
  return once(async () => {
    const program = pathToFileURL(join(webFolder, '../prerender/prerender.js')).href
    const { createPageRenderer }: { createPageRenderer: CreatePageRenderer } = await import(program)
    const manifest = readFileSync(join(webFolder, '.vite/manifest.json'), 'utf8')
    const { renderForm, renderNotice } = createPageRenderer(JSON.parse(manifest))
    const complete = async (page: Promise<string>, language: Language) =>
      completePage(await page, language, config)
    // The notices are few and always the same, and a flood of refusals must cost nothing.
    const notices = new Map<string, Promise<string>>()
    return {
      renderForm: (language, filled) => complete(renderForm(language, filled), language),
      renderNotice(language, notice) {
        const name = language + notice
        const known = notices.get(name) ?? complete(renderNotice(language, notice), language)
        notices.set(name, known)
        return known
      },
    }
  })
}
