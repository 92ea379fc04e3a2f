import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'

interface Pattern {
  /** The first file that it is in. */
  file: string
  pattern: string
  flags: string
}

/** They read the build's own pages, and migrations. */
const ownText = ['src/server/page/read-documents.ts', 'src/server/db/migrate.ts']

/** Every regular expression of the product and the sandbox that repeats without an end, by its literal. */
export function findPatterns(): Map<string, Pattern> {
  const files = execFileSync('git', ['ls-files', 'src', 'packages/*/src/*'], { encoding: 'utf8' })
    .split('\n')
    .filter(file => /\.tsx?$/.test(file) && !file.endsWith('.test.ts') && !ownText.includes(file))
  const found = new Map<string, Pattern>()
  for (const file of files)
    JSON.stringify(parseSync(file, readFileSync(file, 'utf8')).program, (_key, node) => {
      // Any other pattern looks at a few characters from each.
      if (/[*+]|,\}/.test(node?.regex?.pattern))
        found.set(`/${node.regex.pattern}/${node.regex.flags}`, { file, ...node.regex })
      return typeof node === 'bigint' ? String(node) : node
    })
  return found
}

/** The literals that `npm run patterns` has found safe. */
export const listFile = 'tests/patterns/safe-patterns.txt'

export function readSafe(): Set<string> {
  return new Set(readFileSync(listFile, 'utf8').split('\n').filter(Boolean))
}
