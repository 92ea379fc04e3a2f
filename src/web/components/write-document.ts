import type { Language } from '../../shared/language'
import { paymentConfigPath } from '../../shared/payment-config'
import type { Texts } from '../locales/texts'
import styles from '../styles/page.css?inline'

interface Document {
  language: Language
  texts?: Texts
  body: string
  /** The page's script, relative to the site; a page without one stays as it is. */
  script?: string | undefined
  preloads: string[]
}

/**
 * A page as HTML. Styles are inline, so that the first answer already paints the form. The
 * server puts the card provider's tags where the comment stands.
 */
export function writeDocument({ language, texts, body, script, preloads }: Document): string {
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${texts?.pageTitle ?? 'Page Not Found'}</title>`,
    texts && `<meta name="description" content="${texts.subtitle}">`,
    '<link rel="icon" href="/assets/icon-1.svg">',
    `<style>${styles}</style>`,
    script &&
      `<link rel="preload" as="fetch" href="${paymentConfigPath}" crossorigin="use-credentials">`,
    ...preloads.map(file => `<link rel="modulepreload" href="/${file}">`),
    script && '<!--card-script-->',
    script && `<script type="module" src="/${script}"></script>`,
  ]
  const outside =
    texts &&
    `<p class="cannot-start">${texts.cannotStart} <a href="/?lang=${language}" target="_blank" rel="noopener">${texts.openSeparately}</a></p>`
  return [
    '<!doctype html>',
    `<html lang="${language}">`,
    `<head>${head.filter(Boolean).join('')}</head>`,
    `<body><div id="page">${body}</div>${outside ?? ''}</body>`,
    '</html>',
  ].join('\n')
}
