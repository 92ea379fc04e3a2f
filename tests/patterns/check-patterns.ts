import { writeFileSync } from 'node:fs'
import { check } from 'recheck'
import { findPatterns, listFile, readSafe } from './find-patterns'

// `npm run patterns`: reckons whether the new patterns can take time that grows faster than a text, and
// lists those that cannot. The verdict is the pattern's alone, and takes minutes for some.

process.env.RECHECK_BACKEND = 'pure'

const longMs = 600_000
/** A busy machine must not make a pattern look slow: steps are counted, not seconds. */
const limits = { timeout: longMs, attackTimeout: longMs, incubationTimeout: longMs, randomSeed: 1 }

const safe = readSafe()
const listed: string[] = []
for (const [literal, { file, pattern, flags }] of findPatterns()) {
  const isSafe = safe.has(literal) || (await check(pattern, flags, limits)).status === 'safe'
  if (isSafe) listed.push(literal)
  else {
    process.stderr.write(`Not safe, ${file}: ${literal}\n`)
    process.exitCode = 1
  }
}
writeFileSync(listFile, `${listed.sort().join('\n')}\n`)
process.stdout.write(`${listed.length} patterns are safe.\n`)
