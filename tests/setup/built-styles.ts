import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const assets = 'dist/web/assets'

/** All styles of the build: of the form, its checkout module, which has them as a text, and the temple's page. */
export function readBuiltStyles(): string {
  const page = readFileSync('dist/web/documents/uk.html', 'utf8')
  const inline = [...page.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, css]) => css)
  const checkout = read(/^checkout-module.*\.js$/).flatMap(
    code => code.match(/(?<=`)[^`]*\.overlay\{[^`]*/) ?? [],
  )
  if (checkout.length === 0) throw new Error('The styles of the checkout module are not found.')
  return [...inline, ...checkout, ...read(/\.css$/)].join('')
}

function read(ending: RegExp): string[] {
  const files = readdirSync(assets).filter(name => ending.test(name))
  return files.map(name => readFileSync(join(assets, name), 'utf8'))
}
