import { describe, expect, test } from 'vitest'
import { readSourceFiles } from './source-files'

/** Which parts of src/ a module may import, beside itself. */
const allowedImports: Record<string, string[]> = {
  shared: [],
  web: ['shared'],
  embed: [],
  server: ['shared'],
  cli: ['server', 'shared'],
  start: ['server/config'],
}

const files = readSourceFiles('src')
const isTest = (path: string) => /\.test\.tsx?$/.test(path)
const withoutExtension = (path: string) => path.replace(/\.tsx?$/, '')
const moduleOf = (path: string) => path.split('/')[1] ?? ''

/** The folder within the server, the page and so on; a file that is in none stands for itself. */
function folderOf(path: string): string {
  const [, root = '', inside = ''] = /^(src\/\w+|packages\/[\w-]+\/src)\/(.+)$/.exec(path) ?? []
  return `${root}/${withoutExtension(inside.split('/')[0] ?? '')}`
}

describe('module boundaries', () => {
  test.each(Object.entries(allowedImports))('%s imports only itself and %j', (module, allowed) => {
    const places = [module, ...allowed].map(place => `src/${place}/`)
    const inside = files.filter(file => moduleOf(file.path) === module && !isTest(file.path))
    const strays = inside.flatMap(file =>
      file.imports
        .filter(({ from, ours }) => ours && !places.some(place => from.startsWith(place)))
        .map(({ from }) => `${file.path} imports ${from}`),
    )
    expect(strays).toEqual([])
  })

  test('no package imports the product, and the product imports no package', () => {
    const outward = readSourceFiles('packages').flatMap(({ path, imports }) => {
      const [folder, name] = path.split('/')
      return imports
        .filter(({ from, ours }) => ours && !from.startsWith(`${folder}/${name}/`))
        .map(({ from }) => `${path} imports ${from}`)
    })
    const inward = files.flatMap(({ path, imports }) =>
      imports
        .filter(({ from }) => /^(packages|stripe-sandbox)(\/|$)/.test(from))
        .map(({ from }) => `${path} imports ${from}`),
    )
    expect([...outward, ...inward]).toEqual([])
  })

  test.each([
    ['module', (path: string) => withoutExtension(path)],
    ['folder', folderOf],
  ])('no %s imports itself by way of others, types included', (_, nodeOf) => {
    const importsOf = new Map<string, Set<string>>()
    for (const { path, imports } of [...files, ...readSourceFiles('packages')]) {
      if (isTest(path)) continue
      const node = nodeOf(path)
      const others = importsOf.get(node) ?? new Set()
      for (const { from, ours } of imports)
        if (ours && nodeOf(from) !== node) others.add(nodeOf(from))
      importsOf.set(node, others)
    }
    const done = new Set<string>()
    const findCycle = (node: string, path: string[]): string[] | null => {
      if (path.includes(node)) return [...path.slice(path.indexOf(node)), node]
      if (done.has(node)) return null
      const cycles = [...(importsOf.get(node) ?? [])].map(next => findCycle(next, [...path, node]))
      done.add(node)
      return cycles.find(found => found) ?? null
    }
    expect([...importsOf.keys()].map(node => findCycle(node, [])).filter(Boolean)).toEqual([])
  })

  test('every folder of src has its import rules', () => {
    const modules = new Set(files.map(file => moduleOf(file.path)))
    expect([...modules].sort()).toEqual(Object.keys(allowedImports).sort())
  })

  test('only the store uses SQL, and the command line where it handles whole stores', () => {
    const others = files.filter(
      file =>
        file.imports.some(({ from }) =>
          ['kysely', '@photostructure/sqlite', 'pg'].includes(from),
        ) &&
        !file.path.startsWith('src/server/db/') &&
        !/^src\/cli\/(commands\/(backup|move|restore)|checks\/check-store)\.ts/.test(file.path),
    )
    expect(others.map(file => file.path)).toEqual([])
  })

  test('the store imports nothing from the rest of the server', () => {
    const strays = files
      .filter(file => file.path.startsWith('src/server/db/') && !isTest(file.path))
      .flatMap(file =>
        file.imports
          .filter(({ from }) => /^src\/server\/(?!db\/|package-root)/.test(from))
          .map(({ from }) => `${file.path} imports ${from}`),
      )
    expect(strays).toEqual([])
  })

  test('the mailer never reads an order', () => {
    const reads = files
      .filter(file => /^src\/server\/emails\/(outbox|deliver|transports)/.test(file.path))
      .filter(
        file =>
          !isTest(file.path) &&
          file.imports.some(({ from }) => /\/(orders|order-row)(\/|$)/.test(from)),
      )
    expect(reads.map(file => file.path)).toEqual([])
  })

  test('the product never asks whether it talks to the sandbox', () => {
    const askers = files
      .filter(file => ['web', 'server', 'shared'].includes(moduleOf(file.path)))
      .filter(file => !file.path.startsWith('src/server/config/') && !isTest(file.path))
      .filter(file => /sandbox/i.test(file.text.replace(/\/\/.*|\/\*[\s\S]*?\*\//g, '')))
    expect(askers.map(file => file.path)).toEqual([])
  })
})
