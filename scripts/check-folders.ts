import { readdirSync, readFileSync } from 'node:fs'
import { dirname, extname, join, relative, sep } from 'node:path'
import { parseSync } from 'vite'

// Part of `npm run lint`: no circle of folders. Biome's `noImportCycles` sees files only, and the linters
// that see folders need Node 22, or the JavaScript interface that TypeScript 7 no longer has.

const roots = ['src', 'packages/stripe-sandbox/src']

/**
 * The one import that runs upwards: the first script loads checkout-module.ts, which stands on the parts of
 * the page that the first script has.
 */
const loader = join('src', 'web', 'load-checkout.ts')

/** Holds what each folder imports, with one import as an example. A file beside a folder counts as one. */
const imports = new Map<string, Map<string, string>>()

for (const file of roots.flatMap(listFiles))
  for (const target of readImports(file)) {
    const [from, to] = splitPaths(file, target)
    if (from === to) continue
    const targets = imports.get(from) ?? new Map()
    imports.set(from, targets.set(to, `${file} imports ${target}`))
  }

const circles = [...imports.keys()].map(findCircle).filter(circle => circle.length > 0)
// Each circle is found from each of its folders.
const [circle] = circles.toSorted((one, other) => one.length - other.length)
if (circle) {
  const examples = circle.map((folder, n) => {
    const next = circle[(n + 1) % circle.length] ?? folder
    return `  ${imports.get(folder)?.get(next)}`
  })
  console.error(['Folders import each other in a circle:', ...examples].join('\n'))
  process.exitCode = 1
}

function listFiles(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name) && !/\.(test|d)\.tsx?$/.test(name))
    .map(name => join(root, name))
}

/** Imports of types count, because a reader has to follow them. */
function readImports(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const { module } = parseSync(file, text)
  const loaded = module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
    text.slice(start + 1, end - 1),
  )
  const specifiers = [
    ...(file === loader ? [] : loaded),
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
  ]
  return specifiers
    .filter(name => name.startsWith('.') && extname(name) !== '.css')
    .map(name => join(dirname(file), name))
}

/** Cuts two paths where they part: into `src/server/orders` and `src/server/db`, whatever lies below. */
function splitPaths(file: string, target: string): [string, string] {
  const [one, other] = [file.replace(/\.tsx?$/, ''), target].map(path => path.split(sep))
  if (!one || !other) return [file, file]
  const same = one.findIndex((part, n) => part !== other[n])
  const cut = (path: string[]) => relative('', path.slice(0, same + 1).join(sep))
  return same < 0 ? [file, file] : [cut(one), cut(other)]
}

/** Returns the shortest way from a folder back to itself, or an empty list. */
function findCircle(start: string): string[] {
  const ways = [[start]]
  const seen = new Set<string>()
  for (const way of ways)
    for (const next of imports.get(way.at(-1) ?? start)?.keys() ?? []) {
      if (next === start) return way
      if (seen.has(next)) continue
      seen.add(next)
      ways.push([...way, next])
    }
  return []
}
