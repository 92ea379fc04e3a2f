import type { ReactNode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import * as v from 'valibot'
import { defaultLanguage, type Language } from '../shared/language'
import {
  allPageSettings,
  type CreatePageRenderer,
  type PageSettings,
  pageAddress,
  pageName,
} from '../shared/order-form'
import { paymentConfigPath } from '../shared/payment-intent'
import { templeFootPlaceholder, templePlaceholders } from '../shared/temple-texts'
import { createCheckoutStore } from './checkout/store'
import { App } from './components/app'
import { NotFoundPage, ResultPage } from './components/result-page'
import { messages } from './locales/messages'
import { filledAttributes, templeAttributes } from './page-data'
import darkStyles from './styles/dark.css?inline'
import overlayStyles from './styles/overlays.css?inline'
import styles from './styles/page.css?inline'
import { EndedLink } from './temple/ended-link'
import { LinkNotFound } from './temple/link-not-found'
import { TemplePage, titleOf } from './temple/temple-page'
import { templePageTexts } from './temple/texts'

const entry = 'src/web/main.tsx'
const templeEntry = 'src/web/temple/temple.ts'

const ManifestSchema = v.object({
  [entry]: v.object({ file: v.string() }),
  [templeEntry]: v.object({ file: v.string(), css: v.array(v.string()) }),
})

/**
 * Renders every page that is the same for all visitors, by file name. `manifest` is that of the browser's
 * build.
 */
export function renderDocuments(manifest: unknown): Record<string, string> {
  const { renderForm } = createPageRenderer(manifest)
  const page = <NotFoundPage />
  const title = 'Page Not Found'
  const notFound = formatDocument({ settings: { lang: 'en', theme: undefined }, title, page })
  const forms = allPageSettings.map(settings => [
    `${pageName(settings)}.html`,
    renderForm(settings),
  ])
  return {
    'not-found.html': notFound,
    'link-not-found.html': formatTempleDocument(v.parse(ManifestSchema, manifest)[templeEntry], {
      language: defaultLanguage,
      title: templePageTexts[defaultLanguage].linkNotFound.title,
      page: <LinkNotFound />,
    }),
    ...Object.fromEntries(forms),
  }
}

export const createPageRenderer: CreatePageRenderer = manifest => {
  const files = v.parse(ManifestSchema, manifest)
  const { file: script } = files[entry]
  return {
    renderForm(settings, filled) {
      const placeholders = { ...templePlaceholders, foot: templeFootPlaceholder }
      const page = (
        <div id="page" {...templeAttributes} {...(filled && filledAttributes(filled))}>
          <App
            store={createCheckoutStore(settings.lang, filled, { [settings.lang]: placeholders })}
          />
        </div>
      )
      const html = formatDocument({ settings, page, script, isForm: true })
      if (!filled) return html
      // A page that answers a POST still has the old `?lang` in its URL. Set `action`, or a 413 or 429,
      // which never reads the body, would answer in the old language.
      const address = pageAddress(settings).replace('&', '&amp;')
      return html.replace('<form ', `<form action="${address}" `)
    },
    renderResult(settings, result) {
      const page = <ResultPage result={result} settings={settings} />
      return formatDocument({ settings, page, script })
    },
    renderTemple(page) {
      return formatTempleDocument(files[templeEntry], {
        language: page.language,
        title: titleOf(page),
        page: <TemplePage page={page} />,
        hasScript: true,
      })
    },
    renderEndedLink(ended) {
      return formatTempleDocument(files[templeEntry], {
        language: ended.language,
        title: templePageTexts[ended.language].endedLink.title,
        page: <EndedLink {...ended} />,
      })
    },
  }
}

interface Document {
  settings: PageSettings
  title?: string
  page: ReactNode
  /** The address of the script, relative to the site. Without one the page stays as it is. */
  script?: string
  isForm?: boolean
}

/** The media queries under which the dark colours apply. */
const darkMedia = {
  device: 'screen and (prefers-color-scheme: dark)',
  dark: 'screen',
  light: 'not all',
}

/** Tells the styles before the first paint whether the page is framed. */
const markFrame = "if(parent===window)document.documentElement.dataset.alone=''"

/**
 * Works until the script has loaded. A form that is being submitted is not sent again, typed text stays,
 * and a form that is sent twice has the same key.
 */
const recordEarly = `const{dataset:d}=document.documentElement,k=Math.random()
addEventListener("formdata",e=>e.formData.set("key",k))
addEventListener("submit",e=>{if(!e.defaultPrevented)d.sent=""})
addEventListener("input",e=>{if(e.inputType)d.typed+=e.target.name})`

/** Asks the script's first question ahead, because Safari uses no preload for it. */
const askAhead = `(paymentConfig=fetch("${paymentConfigPath}")).catch(()=>{})`

/**
 * Formats a page. Inline styles paint the form at once. The server replaces the comment by the cards'
 * tags.
 */
function formatDocument({ settings, title, page, script, isForm }: Document): string {
  const { lang, theme = 'device' } = settings
  const { pageTitle, subtitle } = messages[lang]
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${title ?? pageTitle}</title>`,
    script && `<meta name="description" content="${subtitle}">`,
    '<link rel="icon" href="/assets/icon-1.svg">',
    `<style id="styles">${styles}</style>`,
    // The form adds these styles with the checkout module.
    !isForm && `<style>${overlayStyles}</style>`,
    `<style media="${darkMedia[theme]}">${darkStyles}</style>`,
    `<script>${markFrame}</script>`,
    isForm && `<script>{${recordEarly}}${askAhead}</script>`,
    script && `<script type="module" src="/${script}" fetchpriority="low"></script>`,
    isForm && '<!--card-script-->',
  ]
  return [
    '<!doctype html>',
    `<html lang="${lang}">`,
    `<head>${head.filter(Boolean).join('')}</head>`,
    `<body>${renderToString(isForm ? page : <div id="page">{page}</div>)}</body>`,
    '</html>',
  ].join('\n')
}

interface TempleDocument {
  language: Language
  title: string
  page: ReactNode
  hasScript?: boolean
}

/** Formats the temple's page, whose policy allows no inline styles or scripts, and no frame. */
function formatTempleDocument(
  { file, css }: { file: string; css: string[] },
  { language, title, page, hasScript }: TempleDocument,
): string {
  return renderToStaticMarkup(
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="format-detection" content="telephone=no, date=no, address=no" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <link rel="icon" href="/assets/icon-1.svg" />
        {css.map(name => (
          <link key={name} rel="stylesheet" href={`/${name}`} />
        ))}
        {hasScript && <script type="module" src={`/${file}`} />}
      </head>
      <body>{page}</body>
    </html>,
  ).replace(/^/, '<!doctype html>\n')
}
