import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const assets = 'dist/web/assets'

/** All styles of the build: of the form, of its late code, which holds them as a text, and of the temple's page. */
export function readBuiltStyles(): string {
  const page = readFileSync('dist/web/documents/uk.html', 'utf8')
  const inline = [...page.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, css]) => css)
  const late = read(/^late.*\.js$/).flatMap(code => code.match(/(?<=`)[^`]*\.overlay\{[^`]*/) ?? [])
  if (late.length === 0) throw new Error('The styles of the late code are not found.')
  return [...inline, ...late, ...read(/\.css$/)].join('')
}

function read(ending: RegExp): string[] {
  const files = readdirSync(assets).filter(name => ending.test(name))
  return files.map(name => readFileSync(join(assets, name), 'utf8'))
}
