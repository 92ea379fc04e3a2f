import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  type BrowserName,
  type CompatStatement,
  default as compat,
} from '@mdn/browser-compat-data/forLegacyNode'
import { type AnyNode, parse } from 'acorn'
import { fullAncestor } from 'acorn-walk'
import { expect, it } from 'vitest'
import { oldestBrowsers } from '../../vite.config'
import { readBuiltStyles } from '../setup/built-styles'

// The floor of docs/embedding.md, by the public compatibility tables.

const tableNames: Record<string, BrowserName> = {
  safari: 'safari',
  ios: 'safari_ios',
  chrome: 'chrome',
  firefox: 'firefox',
}

const floor = oldestBrowsers.map(browser => {
  const [, target = '', version] = /^([a-z]+)([\d.]+)$/.exec(browser) ?? []
  const name = tableNames[target]
  if (!name) throw new Error(`The tables have no browser ${browser}.`)
  return { name, version: Number(version) }
})

/** Whether one of the oldest browsers does not have it, or by another name or behind a flag. */
function isLate({ support }: CompatStatement): boolean {
  return !floor.every(({ name, version }) =>
    [support[name] ?? []].flat().some(({ version_added: added, flags, prefix }) => {
      const isPlain = !flags && !prefix
      return isPlain && added && Number.parseFloat(added.replace('≤', '')) <= version
    }),
  )
}

/** Names of which every bearer in the tables came too late: `toSorted`, and not `at`. */
function findLateNames(...tables: object[]): Set<string> {
  const late = new Map<string, boolean>()
  const read = (table: object) => {
    for (const [key, entry] of Object.entries(table)) {
      if (key === '__compat' || typeof entry !== 'object' || entry === null) continue
      const name = key.replace(/_static$/, '')
      if (entry.__compat) late.set(name, isLate(entry.__compat) && (late.get(name) ?? true))
      read(entry)
    }
  }
  for (const table of tables) read(table)
  return new Set([...late.keys()].filter(name => late.get(name)))
}

const lateNames = findLateNames(compat.javascript, compat.api)

/** `AbortSignal.any` came later than another `any`. */
function isLateStatic(owner: string, name: string): boolean {
  const table = compat.api[owner] ?? compat.javascript.builtins?.[owner]
  const { __compat: entry } = table?.[`${name}_static`] ?? table?.[name] ?? {}
  return entry !== undefined && isLate(entry)
}

/** Of React, and of the store. */
const namesakes = [
  'connection',
  'createContext',
  'dispatch',
  'navigate',
  'skipTransition',
  'startViewTransition',
]

/** Names in a script that an oldest browser lacks and trips over. Throws at syntax that it cannot read. */
function findNewer(code: string): string[] {
  // A syntax error loses the whole file.
  const script = parse(code, {
    ecmaVersion: 2021,
    sourceType: 'module',
    // Safari 15, Chrome 89.
    allowAwaitOutsideFunction: true,
  })
  const textOf = (node?: AnyNode | null) => (node ? code.slice(node.start, node.end) : '')
  const newer = new Set<string>()
  const own = new Set(namesakes)
  fullAncestor(script, (node, _state, around) => {
    // A condition around it asks whether the browser has it.
    const isAskedFor = (name: string) =>
      around.some(one => 'test' in one && textOf(one.test).includes(`typeof ${name}`))
    if (node.type === 'Identifier' && lateNames.has(node.name) && !isAskedFor(node.name))
      newer.add(node.name)
    if (node.type === 'MemberExpression') {
      const [owner, name] = [textOf(node.object), textOf(node.property)]
      // Only to read it is harmless.
      const user = around.at(-2)
      const isUsed =
        user &&
        (('callee' in user && user.callee === node) ||
          ('object' in user && user.object === node)) &&
        !('optional' in user && user.optional)
      if (isUsed && lateNames.has(name)) newer.add(name)
      if (isUsed && isLateStatic(owner, name) && !isAskedFor(owner)) newer.add(`${owner}.${name}`)
    }
    if (node.type === 'Property' || node.type === 'MethodDefinition') own.add(textOf(node.key))
    if (node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression')
      own.add(textOf(node.left.property))
    // Safari 16.4.
    if (node.type === 'Literal' && /\(\?<[=!]/.test(node.regex?.pattern ?? ''))
      newer.add('lookbehind')
  })
  // A name as short as a minified one is none.
  return [...newer].filter(name => name.length > 2 && !own.has(name))
}

it.each([
  ['list.toSorted()', 'toSorted'],
  ['Object.groupBy(list, one => one)', 'groupBy'],
  ['structuredClone(state)', 'structuredClone'],
  ['AbortSignal.any([one, other])', 'AbortSignal.any'],
  ['fetch(path, { signal: AbortSignal.timeout(5) })', 'AbortSignal.timeout'],
  ['new Intl.Segmenter("uk")', 'Segmenter'],
  ['if (navigator.userActivation.isActive) pay()', 'userActivation'],
  ['text.split(/(?<=,)/)', 'lookbehind'],
])('an oldest browser would trip over %s', (code, name) => {
  expect(findNewer(code)).toContain(name)
})

it('an oldest browser could not read a static block', () => {
  expect(() => findNewer('class Late { static { start() } }')).toThrow(SyntaxError)
})

it.each([
  "if (typeof structuredClone === 'function') structuredClone(state)",
  'navigator.userActivation?.isActive',
  'list.at(-1)',
])('an oldest browser runs %s', code => {
  expect(findNewer(code)).toEqual([])
})

const scripts = ['dist/web/assets', 'dist/sandbox/browser', 'dist/sandbox/browser/frames/assets']
  .flatMap(folder => readdirSync(resolve(folder)).map(name => join(folder, name)))
  .concat('dist/web/embed.js')
  .filter(file => file.endsWith('.js'))

it.each(scripts)('the oldest browsers run %s', file => {
  expect(findNewer(readFileSync(file, 'utf8'))).toEqual([])
})

it.each(['uk', 'not-found', 'link-not-found'])(
  'the oldest browsers run the scripts of %s',
  page => {
    const html = readFileSync(`dist/web/documents/${page}.html`, 'utf8')
    for (const [, code = ''] of html.matchAll(/<script>(.*?)<\/script>/gs))
      expect(findNewer(code)).toEqual([])
  },
)

const styles = readBuiltStyles()
const rules = [...styles.matchAll(/([^{}]+)\{([^{}]*)\}/g)]

/** Without these the form works, and is less pretty. `has` stands alone, see below. */
const optional = [
  'accent-color',
  'break-after: avoid',
  'field-sizing',
  'forced-colors',
  'has',
  'hyphens',
  'inert',
  'overflow-anchor',
  'overflow: clip',
  'prefers-contrast',
  'pretty',
  'resize',
  'scripting',
  'text-size-adjust',
  'text-wrap',
]

const lateStyleWords = findLateNames(compat.css)

/** Words that an oldest browser does not know at all, or not there: `overflow: clip` is not `clip`. */
function findNewerStyles(css: string): string[] {
  const words = css.replace(/(--|[.=])[\w-]+/g, '').match(/[a-z][a-z-]+/g) ?? []
  const newer = new Set(words.filter(word => lateStyleWords.has(word)))
  for (const [, name = '', value = ''] of css.matchAll(/(?<=[{;])([a-z-]+):([^;{}]+)(?=[;}])/g)) {
    const property = compat.css.properties?.[name]
    // A phone has no cursor.
    if (!property?.__compat || name === 'cursor') continue
    if (isLate(property.__compat)) newer.add(name)
    else
      for (const word of value.match(/[a-z][a-z-]+/g) ?? []) {
        const entry = property?.[word]?.__compat
        if (entry && isLate(entry)) newer.add(`${name}: ${word}`)
      }
  }
  return [...newer].sort()
}

it.each([
  ['p{color:light-dark(red,blue)}', 'light-dark'],
  ['p{overflow:clip}', 'overflow: clip'],
  ['p{translate:1px}', 'translate'],
  ['@container (width:1px){p{color:red}}', 'container'],
])('an oldest browser would drop %s', (css, name) => {
  expect(findNewerStyles(css)).toContain(name)
})

it('the oldest browsers know every word of the styles that the form needs', () => {
  expect(rules.length).toBeGreaterThan(200)
  expect(findNewerStyles(styles)).toEqual(optional)
})

it('the oldest browsers drop no style that the form needs', () => {
  // Safari 16.4, Chrome 104.
  expect(styles).not.toMatch(/@media[^{]*[<>]/)
  // No Safari has a thickness in the shorthand.
  expect(styles).not.toMatch(/text-decoration:[^;}]*\dpx/)
  // Units of a window whose bars come and go: Chrome 108. Relative colours: Safari 16.4.
  expect(styles).not.toMatch(/\d[dls]v[hw]\b|\(from /)
  // Nested rules: Safari 16.5, Chrome 112.
  expect(styles).not.toMatch(/[;{]\s*&/)
})

it('what needs :has() takes no other selector along', () => {
  const lists = rules
    .map(([, selectors = '']) =>
      selectors.replace(/:(?:is|where|not)\([^()]*(?:\([^()]*\)[^()]*)*\)/g, ''),
    )
    .filter(selectors => selectors.includes(':has('))
    .map(selectors => selectors.split(','))
  expect(lists.filter(list => !list.every(one => one.includes(':has(')))).toEqual([])
})
