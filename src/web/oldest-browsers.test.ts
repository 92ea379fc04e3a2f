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
import { readBuiltStyles } from '../../tests/setup/built-styles'
import { oldestBrowsers } from '../../vite.config'

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

const scripts = ['dist/web/assets', 'dist/sandbox/browser', 'dist/sandbox/browser/frames/assets']
  .flatMap(folder => readdirSync(resolve(folder)).map(name => join(folder, name)))
  .concat('dist/web/embed.js')
  .filter(file => file.endsWith('.js'))

const lateNames = findLateNames(compat.javascript, compat.api)

/** Of React's scheduler, its contexts, and the store. */
const namesakes = ['createContext', 'dispatch', 'startViewTransition', 'skipTransition', 'navigate']

it.each(scripts)('the oldest browsers read %s', file => {
  const code = readFileSync(file, 'utf8')
  // A syntax error loses the whole file.
  const script = parse(code, {
    ecmaVersion: 2021,
    sourceType: 'module',
    // Safari 15, Chrome 89.
    allowAwaitOutsideFunction: true,
  })
  const textOf = (node?: AnyNode | null) => (node ? code.slice(node.start, node.end) : '')
  const used = new Set<string>()
  const own = new Set(namesakes)
  fullAncestor(script, (node, _state, around) => {
    // A condition around it asks whether the browser has it.
    const isAskedFor = (name: string) =>
      around.some(one => 'test' in one && textOf(one.test).includes(`typeof ${name}`))
    const use = (name: string) => lateNames.has(name) && !isAskedFor(name) && used.add(name)
    if (node.type === 'Identifier') use(node.name)
    if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression')
      use(textOf(node.callee.property))
    if (node.type === 'Property' || node.type === 'MethodDefinition') own.add(textOf(node.key))
    if (node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression')
      own.add(textOf(node.left.property))
    // Lookbehind: Safari 16.4.
    if (node.type === 'Literal') expect(node.regex?.pattern ?? '').not.toMatch(/\(\?<[=!]/)
  })
  // A name as short as a minified one is none.
  expect([...used].filter(name => name.length > 2 && !own.has(name))).toEqual([])
})

const styles = readBuiltStyles()
const rules = [...styles.matchAll(/([^{}]+)\{([^{}]*)\}/g)]

/** Without these the form works, and is less pretty. `has` stands alone, see below. */
const optional = [
  'accent-color',
  'field-sizing',
  'forced-colors',
  'has',
  'hyphens',
  'inert',
  'overflow-anchor',
  'prefers-contrast',
  'pretty',
  'resize',
  'scripting',
  'text-size-adjust',
  'text-wrap',
]

it('the oldest browsers know every word of the styles that the form needs', () => {
  expect(rules.length).toBeGreaterThan(200)
  const late = findLateNames(compat.css)
  const words = new Set(styles.replace(/(--|[.=])[\w-]+/g, '').match(/[a-z][a-z-]+/g))
  expect([...words].filter(word => late.has(word)).sort()).toEqual(optional)
})

it('the oldest browsers drop no style that the form needs', () => {
  // Safari 16.4, Chrome 104.
  expect(styles).not.toMatch(/@media[^{]*[<>]/)
  // No Safari has a thickness in the shorthand.
  expect(styles).not.toMatch(/text-decoration:[^;}]*\dpx/)
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
