import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { check } from 'recheck'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { sample } from '../setup/sample'

/** They read the build's own pages, and migrations. */
const ownText = ['src/server/page/read-pages.ts', 'src/server/db/migrate.ts']

process.env.RECHECK_BACKEND = 'pure'

const retryForMs = 60_000
/** A busy machine must not make a pattern look slow: steps are counted, not seconds. */
const limits = {
  timeout: retryForMs,
  attackTimeout: retryForMs,
  incubationTimeout: retryForMs,
  randomSeed: 1,
}

const files = execFileSync('git', ['ls-files', 'src', 'packages/*/src/*'], { encoding: 'utf8' })
  .split('\n')
  .filter(file => /\.tsx?$/.test(file) && !file.endsWith('.test.ts') && !ownText.includes(file))

/** Every regular expression of the product and the sandbox, each with the first file it is in. */
function findPatterns(): Map<string, { file: string; pattern: string; flags: string }> {
  const found = new Map()
  for (const file of files)
    JSON.stringify(parseSync(file, readFileSync(file, 'utf8')).program, (_key, node) => {
      // Without a repeat that is open to the end, a pattern looks at a few characters from each.
      if (/[*+]|,\}/.test(node?.regex?.pattern))
        found.set(`/${node.regex.pattern}/${node.regex.flags}`, { file, ...node.regex })
      return typeof node === 'bigint' ? String(node) : node
    })
  return found
}

/** Those that a full run has found safe. The verdict is the pattern's alone, and takes seconds for some. */
const listed = 'tests/security/safe-patterns.txt'

test('every pattern takes time in proportion to its text', async () => {
  const patterns = findPatterns()
  expect(patterns.size).toBeGreaterThan(30)
  const known = new Set(sample(readFileSync(listed, 'utf8').split('\n'), []))
  const slow: string[] = []
  for (const [literal, { file, pattern, flags }] of patterns) {
    if (known.has(literal)) continue
    const { status } = await check(pattern, flags, limits)
    if (status !== 'safe') slow.push(`${file}: ${literal}`)
  }
  expect(slow).toEqual([])
  const all = `${[...patterns.keys()].sort().join('\n')}\n`
  if (sample(false, true)) await expect(all).toMatchFileSnapshot(resolve(listed))
}, 240_000)
