import { describe, expect, test } from 'vitest'
import { readSourceFiles } from './source-files'

/** Which rooms of src/ a room may know, beside itself. */
const neighbours: Record<string, string[]> = {
  shared: [],
  web: ['shared'],
  embed: [],
  server: ['shared'],
  cli: ['server', 'shared'],
  start: ['server/config'],
}

const files = readSourceFiles('src')
const isTest = (path: string) => /\.test\.tsx?$/.test(path)
const roomOf = (path: string) => path.split('/')[1] ?? ''

describe('the walls of the house', () => {
  test.each(Object.entries(neighbours))('%s knows only itself and %j', (room, allowed) => {
    const places = [room, ...allowed].map(place => `src/${place}/`)
    const inside = files.filter(file => roomOf(file.path) === room && !isTest(file.path))
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

  test('every folder of src is a room with a wall', () => {
    const rooms = new Set(files.map(file => roomOf(file.path)))
    expect([...rooms].sort()).toEqual(Object.keys(neighbours).sort())
  })

  test('only the store speaks SQL, and the command line where it handles whole stores', () => {
    const others = files.filter(
      file =>
        file.imports.some(({ from }) => ['kysely', 'libsql', 'pg'].includes(from)) &&
        !file.path.startsWith('src/server/db/') &&
        !/^src\/cli\/(move\/|commands\/backup\.ts|checks\/check-store\.ts)/.test(file.path),
    )
    expect(others.map(file => file.path)).toEqual([])
  })

  test('the store calls no story: of the other rooms of the server it knows types only', () => {
    const calls = files
      .filter(file => file.path.startsWith('src/server/db/') && !isTest(file.path))
      .flatMap(file =>
        file.imports
          .filter(({ from, ours, typeOnly }) => ours && !typeOnly && from.startsWith('src/server/'))
          .filter(({ from }) => !/^src\/server\/(db\/|package-root)/.test(from))
          .map(({ from }) => `${file.path} imports ${from}`),
      )
    expect(calls).toEqual([])
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

  test('the product never asks whether the card company is a pretended one', () => {
    const askers = files
      .filter(file => ['web', 'server', 'shared'].includes(roomOf(file.path)))
      .filter(file => !file.path.startsWith('src/server/config/') && !isTest(file.path))
      .filter(file => /sandbox/i.test(file.text.replace(/\/\/.*|\/\*[\s\S]*?\*\//g, '')))
    expect(askers.map(file => file.path)).toEqual([])
  })
})
