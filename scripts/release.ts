import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

// `npm run release`: release/svichka-VERSION-PLATFORM/ and the same as an archive with its checksum. It
// needs nothing else: Node comes along, the programs are built with their packages, and those with a native
// or WebAssembly part come along for this platform.

interface Manifest {
  version: string
  dependencies: Record<string, string>
}

interface LockedPackage {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  dev?: boolean
  link?: boolean
}

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
const manifest: Manifest = readJson('package.json')
const locked: Record<string, LockedPackage> = readJson('package-lock.json').packages

/** They are not bundled (`external` in vite.config.ts). */
const roots = ['@photostructure/sqlite', 'sharp', 'libheif-js']
const platform = `${process.platform}-${process.arch}`
const name = `svichka-${manifest.version}-${platform}`
const folder = join('release', name)

rmSync('release', { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
copyProgram()
copyNode()
for (const path of listPackages(roots)) copyPackage(path)
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(describeRelease(), null, 2)}\n`)
writeFileSync(join(folder, 'LICENSES.txt'), collectLicences())
writeFileSync(join(folder, 'RELEASE'), `${manifest.version} ${findCommit()}\n`)
writeArchive()

function copyProgram(): void {
  const others = ['dist/sandbox', 'dist/start']
  cpSync('dist', join(folder, 'dist'), {
    recursive: true,
    filter: path => !path.endsWith('.map') && !others.includes(path),
  })
  const folders = ['migrations', 'deploy', 'docs', 'integrations']
  const files = ['.env.example', 'LICENSE', 'README.md', 'CHANGELOG.md']
  for (const path of [...folders, ...files]) cpSync(path, join(folder, path), { recursive: true })
}

/**
 * Copies Node as npm has it, or throws if that is not the program of its makers. They publish the checksums
 * of their archives (nodejs.org/dist, SHASUMS256.txt). deploy/node.json has these, and those of the program
 * in them.
 */
function copyNode(): void {
  const { version, programs } = readJson('deploy/node.json')
  const packed = execFileSync('npm', ['pack', '--silent', `node-${platform}@${version}`], {
    cwd: 'release',
    encoding: 'utf8',
  })
  const files = ['package/bin/node', 'package/LICENSE']
  execFileSync('tar', ['-xzf', packed.trim(), ...files], { cwd: 'release' })
  const program = 'release/package/bin/node'
  const hash = createHash('sha256').update(readFileSync(program)).digest('hex')
  if (hash !== programs[platform])
    throw new Error(`Node ${version} for ${platform} has the checksum ${hash} (deploy/node.json).`)
  cpSync(program, join(folder, 'bin/node'))
  cpSync('release/package/LICENSE', join(folder, 'bin/LICENSE'))
  for (const path of ['package', packed.trim()]) rmSync(join('release', path), { recursive: true })
}

/** Lists the folders of these packages and of all that they need, as far as they are installed here. */
function listPackages(names: string[], found = new Set<string>()): Set<string> {
  for (const each of names) {
    const path = `node_modules/${each}`
    if (found.has(path) || !existsSync(path)) continue
    found.add(path)
    const { dependencies, optionalDependencies } = locked[path] ?? {}
    listPackages(Object.keys({ ...dependencies, ...optionalDependencies }), found)
  }
  return found
}

/** Copies a package without its sources and without programs for other platforms. */
function copyPackage(path: string): void {
  const isNeeded = (file: string) => {
    const [, other] = /\/prebuilds\/([^/]+)/.exec(file) ?? []
    if (other !== undefined) return other === platform
    return !/\/sqlite\/(src|vendor|deps|binding\.gyp)|\.(map|d\.[cm]?ts|gyp)$/.test(file)
  }
  cpSync(path, join(folder, path), { recursive: true, filter: isNeeded })
}

function describeRelease() {
  const dependencies = Object.fromEntries(roots.map(each => [each, manifest.dependencies[each]]))
  const { version } = manifest
  const fields = { name: 'svichka', version, private: true, license: 'MIT', type: 'module' }
  return { ...fields, bin: { svichka: 'dist/cli/main.js' }, dependencies }
}

/** Collects the licences of all that is built in or comes along, as most of them ask. */
function collectLicences(): string {
  const production = Object.entries(locked).filter(
    ([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link && existsSync(path),
  )
  return production
    .map(([path]) => {
      const texts = readdirSync(path).filter(file => /^(licen[cs]e|copying|notice)/i.test(file))
      const { license } = readJson(join(path, 'package.json'))
      const words = texts.map(file => readFileSync(join(path, file), 'utf8').trim())
      return [`${path.replace(/^.*node_modules\//, '')} (${license})`, ...words].join('\n\n')
    })
    .join(`\n\n${'-'.repeat(80)}\n\n`)
}

/** Returns '' if there is no repository, as in a container. */
function findCommit(): string {
  try {
    const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { stdio: 'pipe' })
    const changes = execFileSync('git', ['status', '--porcelain'], { stdio: 'pipe' })
    return `${commit}`.trim() + (changes.length > 0 ? '+changes' : '')
  } catch {
    return ''
  }
}

/** Writes the same bytes from the same files. */
function writeArchive(): void {
  const order = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=2000-01-01Z']
  const archive = `${name}.tar.gz`
  execFileSync('tar', [...order, '-I', 'gzip -n', '-cf', archive, name], { cwd: 'release' })
  const hash = createHash('sha256')
    .update(readFileSync(join('release', archive)))
    .digest('hex')
  writeFileSync(join('release', `${archive}.sha256`), `${hash}  ${archive}\n`)
  console.log(`release/${archive}`)
}
