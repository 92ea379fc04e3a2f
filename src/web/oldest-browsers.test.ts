import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

// The floor of docs/embedding.md: Safari 15.4, Chrome 92, Firefox 115. What is named here came later in
// one of them, and is either a syntax error there, which loses the whole file, or fails when it runs.

const scripts = ['dist/web/assets', 'dist/sandbox/browser', 'dist/sandbox/browser/frames/assets']
  .flatMap(folder => readdirSync(resolve(folder)).map(name => join(folder, name)))
  .concat('dist/web/embed.js')
  .filter(file => file.endsWith('.js'))

/** With the version that has it first. */
const tooNew: Record<string, RegExp> = {
  'class static block: Safari 16.4, Chrome 94': /\bstatic\s*\{/,
  'lookbehind: Safari 16.4': /\(\?<[=!]/,
  'regular expression flag v: Chrome 112': /\/[a-z]*v[a-z]*\.(?:test|exec)\(/,
  // Radix's own lists have methods of these names.
  'Array copies: Chrome 110': /^(?!.*class.*\}toSorted\().*\.(?:toSorted|toReversed|toSpliced)\(/s,
  'findLast: Chrome 97': /\.findLast(?:Index)?\(/,
  'Object.hasOwn: Chrome 93': /\bObject\.hasOwn\(/,
  'groupBy, withResolvers, canParse: Safari 17': /\.(?:groupBy|withResolvers|canParse)\(/,
  'structuredClone: Chrome 98': /\bstructuredClone\(/,
  // React's advice has it in a sentence.
  'requestSubmit: Safari 16': /\.requestSubmit\((?!\) instead)/,
  'randomUUID: secure pages only': /\.randomUUID\(/,
  'AbortSignal.any and timeout: Safari 16': /\bAbortSignal\.(?:any|timeout)\(/,
  'constructed style sheets: Safari 16.4': /\badoptedStyleSheets\b/,
  'userActivation: Safari 16.4': /\.userActivation\.(?!\?)/,
  'popover: Safari 17': /\.showPopover\(/,
}

it.each(scripts)('the oldest browsers read %s', file => {
  const code = readFileSync(file, 'utf8')
  const found = Object.entries(tooNew).filter(([, pattern]) => pattern.test(code))
  expect(found.map(([what]) => what)).toEqual([])
})

/** Rules of the page's two style elements, without their media queries. */
const page = readFileSync('dist/web/pages/uk.html', 'utf8')
const styles = [...page.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(match => match[1]).join('')
const rules = [...styles.matchAll(/([^{}]+)\{([^{}]*)\}/g)]

it('the oldest browsers drop no style that the form needs', () => {
  expect(rules.length).toBeGreaterThan(100)
  // Safari 16.2, Chrome 111; in a shorthand it takes the rest along.
  expect(styles).not.toContain('color-mix(')
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
