import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as v from 'valibot'
import { defaultLanguage, type Language } from '../../shared/language'
import {
  allPageSettings,
  type CreatePageRenderer,
  type PageRenderer,
  type PageSettings,
  pageName,
} from '../../shared/order-form'
import { languageOf, type TempleTexts, templeFootPlaceholder } from '../../shared/temple-texts'
import type { CardProviderConfig } from '../config/card-provider'
import type { Config } from '../config/read-config'
import { templeTexts } from '../emails/temple-footer'
import { html } from '../html'
import { createContent, once } from './content'
import { templeFooterHtml } from './temple-foot'

export type Documents = ReturnType<typeof readDocuments>

/** The build leaves this in place of the tag of the payment provider's script. */
const cardScriptPlaceholder = '<!--card-script-->'

/**
 * If no cards are taken, this style hides everything that a card needs and all promises that only a
 * donation keeps, and fills the order button. The script then writes "Payment unavailable" into room that
 * is kept for it.
 */
const withoutCards = `<style>${[
  '.amounts,#donation-hint,.payment-area>.field,.unavailable .plain{display:none}',
  '.payment-area{min-height:2.5rem}',
  '.unavailable .status{margin:0;font-size:.875rem;text-align:start}',
  '.donation-link:not([href=""]){display:inline-block;padding-block:11px;color:var(--accent)}',
  'button[name=withoutDonation]{border-color:transparent;background:var(--accent);color:var(--on-accent)}',
].join('')}</style>`

const toDocument = (html: string) => createContent('text/html; charset=utf-8', Buffer.from(html))

type PageConfig = Pick<Config, 'cards' | 'temple'>

/** Reads the documents that the build rendered and puts the payment provider's tag into them. */
export function readDocuments(webFolder: string, config: PageConfig) {
  const read = (name: string, language: Language = defaultLanguage) => {
    const html = readFileSync(join(webFolder, 'documents', `${name}.html`), 'utf8')
    return toDocument(completeDocument(html, language, config))
  }
  const notFound = read('not-found')
  const forms = new Map(
    allPageSettings.map(settings => {
      const name = pageName(settings)
      return [name, read(name, settings.lang)]
    }),
  )
  const all = [...forms.values(), notFound].map(({ plain }) => plain.toString())
  return {
    form: (settings: PageSettings) => forms.get(pageName(settings)) ?? notFound,
    notFound,
    /** This document answers a wrong link to the temple's page. */
    linkNotFound: read('link-not-found'),
    /** The content security policy names the hashes of all inline styles and scripts. */
    styleHashes: hashInline(all, /<style[^>]*>([\s\S]*?)<\/style>/g),
    scriptHashes: hashInline(all, /<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g),
  }
}

const ProgramSchema = v.object({
  createPageRenderer: v.custom<CreatePageRenderer>(value => typeof value === 'function'),
})

/** Loads the prerendering program on first use, because most servers never get a form without the script. */
export function loadPageRenderer(
  webFolder: string,
  config: PageConfig,
): () => Promise<PageRenderer> {
  return once(async () => {
    const program = pathToFileURL(join(webFolder, '../prerender/prerender.js')).href
    const { createPageRenderer } = v.parse(ProgramSchema, await import(program))
    const manifest = readFileSync(join(webFolder, '.vite/manifest.json'), 'utf8')
    const { renderForm, renderResult, ...temple } = createPageRenderer(JSON.parse(manifest))
    // Results are cached, so a flood of rejected requests costs nothing.
    const results = new Map<string, string>()
    return {
      renderForm: (settings, filled) =>
        completeDocument(renderForm(settings, filled), settings.lang, config),
      renderResult(settings, result) {
        const render = () => completeDocument(renderResult(settings, result), settings.lang, config)
        if (result.kind === 'thanks' && result.order) return render()
        const name = JSON.stringify([settings, result])
        const known = results.get(name) ?? render()
        results.set(name, known)
        return known
      },
      ...temple,
    }
  })
}

/** Inserts the card provider's tag and the parish's texts. */
function completeDocument(document: string, language: Language, config: PageConfig): string {
  const { cards, temple } = config
  const texts = templeTexts(temple, language)
  return (
    document
      .replace(cardScriptPlaceholder, () => (cards ? cardScriptTag(cards) : withoutCards))
      .replace(templeFootPlaceholder, () => templeFooterHtml(temple, language))
      // Visitors' words stand in other attributes, so a placeholder that somebody types is not replaced.
      .replaceAll(
        /(data-(?:place|note|receiver|link)|href)="%(place|note|receiver|link)%"/g,
        (_, attribute: string, name: keyof TempleTexts) =>
          html`${attribute}="${texts[name]}"`.markup,
      )
      .replaceAll(/lang="en">%(place|note)%/g, (_, name: keyof TempleTexts) => {
        const text = texts[name]
        return html`lang="${languageOf(text, language)}">${text}`.markup
      })
  )
}

/** The sandbox's script must run before ours. For Stripe a hint makes the browser connect early. */
function cardScriptTag(cards: CardProviderConfig): string {
  if (cards.scriptUrl) return `<script defer src="${cards.scriptUrl.href}"></script>`
  return ['https://js.stripe.com', 'https://api.stripe.com']
    .map(origin => `<link rel="preconnect" href="${origin}">`)
    .join('')
}

function hashInline(documents: string[], pattern: RegExp): string[] {
  const contents = documents.flatMap(html =>
    [...html.matchAll(pattern)].map(match => match[1] ?? ''),
  )
  return [...new Set(contents)].map(
    content => `'sha256-${createHash('sha256').update(content).digest('base64')}'`,
  )
}
