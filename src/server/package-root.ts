import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of package.json: the same from the sources and from the built files. */
export function findPackageRoot(from = fileURLToPath(import.meta.url)): string {
  const folder = dirname(from)
  if (existsSync(join(folder, 'package.json'))) return folder
  if (folder === from) throw new Error('package.json was not found above the program.')
  return findPackageRoot(folder)
}
