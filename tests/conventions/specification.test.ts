import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const page = readFileSync('docs/specification.md', 'utf8')
const rows = page
  .split('\n')
  .filter(line => line.startsWith('| ') && !line.startsWith('| The specification'))
  .map(line =>
    line
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim()),
  )

describe('docs/specification.md', () => {
  test('has rows for every part of the specification', () => {
    expect(rows.length).toBeGreaterThan(60)
    for (const part of ['1', '2', '3', '4', '5', '6', '7', '8', '9'])
      expect(page).toMatch(new RegExp(`^## ${part}\\.`, 'm'))
  })

  test.each(rows)(
    '%s: its file exists, and so does the test that proves it',
    (_what, made, proved) => {
      const files = pathsIn(made)
      expect(files.length).toBeGreaterThan(0)
      expect(files.filter(file => !existsSync(file))).toEqual([])
      expect(missingProofs(proved ?? '')).toEqual([])
    },
  )
})

function pathsIn(cell = ''): string[] {
  return [...cell.matchAll(/`([\w./-]+)`/g)].map(match => match[1] ?? '')
}

/** A proof is a test file and, in quotation marks, words of one of its tests' names. */
function missingProofs(cell: string): string[] {
  const proofs = [...cell.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)` “([^”]+)”/g)]
  if (proofs.length === 0) return ['no test is named']
  return proofs
    .filter(([, file = '', name = '']) => !existsSync(file) || !namesOf(file).includes(name))
    .map(([proof]) => proof)
}

/** All that stands in quotes or template strings in a test file. */
function namesOf(file: string): string {
  return [...readFileSync(file, 'utf8').matchAll(/(['"`])((?:(?!\1).)*)\1/g)]
    .map(match => match[2] ?? '')
    .join('\n')
}
