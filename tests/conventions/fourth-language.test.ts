import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sample } from '../setup/sample'

// A throw-away Polish, added to a copy of the sources the way CONTRIBUTING.md says.

const compiler = resolve('node_modules/typescript/bin/tsc')
const house = mkdtempSync(join(tmpdir(), 'svichka-polish-'))

beforeAll(() => {
  cpSync('src', join(house, 'src'), {
    recursive: true,
    filter: source => !/\.test\.tsx?$/.test(source),
  })
  cpSync('package.json', join(house, 'package.json'))
  symlinkSync(resolve('node_modules'), join(house, 'node_modules'))
  const { compilerOptions } = JSON.parse(readFileSync('tsconfig.json', 'utf8')) as {
    compilerOptions: object
  }
  writeFileSync(join(house, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }))
})
afterAll(() => rmSync(house, { recursive: true, force: true }))

/** The files with type errors; empty: everything fits. */
function findUnfit(): string[] {
  try {
    const words = [compiler, '--noEmit', '--incremental']
    execFileSync(process.execPath, words, { cwd: house, encoding: 'utf8' })
    return []
  } catch (error) {
    const told = error instanceof Error && 'stdout' in error ? String(error.stdout) : ''
    return [...new Set([...told.matchAll(/^(src\/[^(]+)\(/gm)].map(match => match[1] ?? ''))].sort()
  }
}

function change(path: string, from: string, to: string): void {
  const file = join(house, path)
  const text = readFileSync(file, 'utf8')
  expect(text, path).toContain(from)
  writeFileSync(file, text.replace(from, to))
}

const files = [
  ['src/web/locales/en.ts', 'src/web/locales/pl.ts'],
  ['src/web/locales/late-en.ts', 'src/web/locales/late-pl.ts'],
  ['src/web/card-errors/messages-en.ts', 'src/web/card-errors/messages-pl.ts'],
  ['src/server/emails/locales/en.ts', 'src/server/emails/locales/pl.ts'],
] as const

const lists = [
  'src/server/emails/format.ts',
  'src/server/page/temple-note.ts',
  'src/web/card-errors/translate-card-error.ts',
  'src/web/locales/late-messages-in.ts',
  'src/web/locales/messages-in.ts',
] as const

test('after one line in the contract the compiler names the list of each folder, and nothing else', () => {
  const english = "en: { short: 'EN', full: 'English' },"
  change('src/shared/language.ts', english, `${english}\n  pl: { short: 'PL', full: 'polski' },`)
  expect(findUnfit()).toEqual(lists)
}, 120_000)

// That compiles everything once more, for which `npm run test:full` has the time.
test.runIf(sample(false, true))(
  'with a file in each folder and its entry in the list, everything fits',
  () => {
    for (const [from, to] of files) cpSync(join(house, from), join(house, to))
    const [emails, note, cardErrors, late, page] = lists
    change(emails, '{ uk, ru, en }', '{ uk, ru, en, pl }')
    change(emails, "'./locales/en'", "'./locales/en'\nimport { texts as pl } from './locales/pl'")
    change(note, '  en: {', "  pl: { privacy: days => days, more: '' },\n  en: {")
    change(cardErrors, '{ uk, ru, en }', '{ uk, ru, en, pl }')
    change(
      cardErrors,
      "'./messages-en'",
      "'./messages-en'\nimport { messages as pl } from './messages-pl'",
    )
    for (const [list, file] of [
      [late, './late-en'],
      [page, './en'],
    ] as const) {
      change(list, '{ uk, ru, en }', '{ uk, ru, en, pl }')
      const polish = file.replace('en', 'pl')
      change(list, `'${file}'`, `'${file}'\nimport { messages as pl } from '${polish}'`)
    }
    expect(findUnfit()).toEqual([])
  },
  120_000,
)
