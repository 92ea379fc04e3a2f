import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const rows = readFileSync('docs/order-flow.md', 'utf8')
  .split('\n')
  .flatMap(line => {
    const [, row, file, functions] = /^\| ([FPT]\d+) \| `([^`]+)` \| ([^|]+) \|/.exec(line) ?? []
    const names = [...(functions ?? '').matchAll(/`([\w.]+)`/g)].map(([, name]) => name)
    return row && file ? [{ row, file, names }] : []
  })

test.each(rows)('$row: $file has the functions that its row names', ({ file, names }) => {
  expect(names).not.toEqual([])
  const code = readFileSync(file, 'utf8')
  expect(names.filter(name => !code.includes(String(name)))).toEqual([])
})
