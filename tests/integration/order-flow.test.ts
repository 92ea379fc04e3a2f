import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const rows = readFileSync('docs/order-flow.md', 'utf8')
  .split('\n')
  .flatMap(line => {
    const [, number, where = '', functions] =
      /^\| ((?:[FPT]\d+ )?)\| ([^|]+) \| ([^|]*)\|/.exec(line) ?? []
    const names = [...(functions ?? '').matchAll(/`([\w.]+)`/g)].map(([, name]) => String(name))
    return number === undefined
      ? []
      : [{ number: number.trim(), file: where.replaceAll('`', ''), names }]
  })
const numbered = rows.filter(({ number }) => number !== '')
const read = (file: string) => readFileSync(file, 'utf8')

test.each(numbered)('$number: $file has the functions that its row names', ({ file, names }) => {
  expect(names).not.toEqual([])
  const code = read(file)
  expect(names.filter(name => !code.includes(name))).toEqual([])
})

test('a row without a number names functions of the files before it', () => {
  const code = numbered.map(({ file }) => read(file)).join()
  const others = rows.filter(({ number }) => number === '').flatMap(({ names }) => names)
  expect(others).toContain('applyReading')
  expect(others.filter(name => !code.includes(name))).toEqual([])
})
