import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commands } from '../../src/cli/commands'
import { checks } from '../../src/cli/commands/doctor'
import { texts } from '../../src/server/emails/locales/uk'
import { readMeaning } from '../../src/server/inbox/reply-meaning'

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'bench/results/README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => join('docs', name)),
]
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>
}
const variables = new Set(
  [...readFileSync('.env.example', 'utf8').matchAll(/^#?([A-Z_]+)=/gm)].map(match => match[1]),
)

describe.each(pages)('%s', page => {
  const text = readFileSync(page, 'utf8')

  test('names only files and folders that exist', () => {
    const named = [...text.matchAll(/`((?:src|tests|docs|migrations|bench|scripts)\/[\w./-]*)`/g)]
    const missing = named.map(match => match[1] ?? '').filter(path => !existsSync(path))
    expect(missing).toEqual([])
  })

  test('links only to what exists', () => {
    const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
    const broken = links.map(m => m[1] ?? '').filter(link => !existsSync(join(dirname(page), link)))
    expect(broken).toEqual([])
  })

  test('names only commands that package.json has', () => {
    const commands = [...text.matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g)]
    expect(commands.map(match => match[1] ?? '').filter(name => !scripts[name])).toEqual([])
  })

  test('names only commands that the command line knows', () => {
    const named = [...text.matchAll(/(?:npm run ops --|[`$] ?(?:sudo )?svichka) ([a-z]+)/g)]
    const known = ['help', ...commands.map(({ name }) => name)]
    expect(named.map(match => match[1] ?? '').filter(name => !known.includes(name))).toEqual([])
  })

  test('names only variables that .env.example explains', () => {
    const named = [...text.matchAll(/`([A-Z][A-Z]+(?:_[A-Z]+)+)(?:=[^`]*)?`/g)]
    const foreign = ['IFRAME_HEIGHT', 'TEST_DATABASE_URL', 'TEST_ISOLATION', 'CHROMIUM_PATH']
    const unknown = named
      .map(match => match[1] ?? '')
      .filter(name => !variables.has(name) && !foreign.includes(name))
      .filter(name => !name.startsWith('SANDBOX_'))
    expect(unknown).toEqual([])
  })
})

test('the guide for the temple quotes what its emails say, and replies that are understood', () => {
  const { notice, digest, replyUnclear } = texts
  const subject = notice.subject('K7F3-9QXM', 'Ганна')
  const composed = [
    subject,
    notice.subjectPaid('200 грн') + subject,
    digest.subject(12, 3, ''),
    replyUnclear.heading('K7F3-9QXM'),
  ]
  const said = readFileSync('src/server/emails/locales/uk.ts', 'utf8')
  const guide = readFileSync('docs/for-the-temple.uk.md', 'utf8').replace(/```[^`]*```/g, '')
  const quoted = [...guide.matchAll(/«([^»]+)»/g)].map(match => match[1] ?? '')
  expect(quoted.length).toBeGreaterThan(10)
  const isTrue = (words: string) =>
    /^Свічк(а|ою)$/.test(words) ||
    ['lit', 'undo'].includes(readMeaning(words).kind) ||
    [said, ...composed].some(text => text.includes(words))
  expect(quoted.filter(words => !isTrue(words))).toEqual([])
})

test('the doctor checks what the list for going live says it checks', () => {
  const list = readFileSync('docs/going-live.md', 'utf8')
  const promised = [...list.matchAll(/\(doctor: ([a-z, ]+)\)/g)]
    .flatMap(match => match[1]?.split(', ') ?? [])
    .filter(word => !word.startsWith('after'))
  expect(promised.length).toBeGreaterThan(5)
  expect(promised.filter(name => !(name in checks))).toEqual([])
})
