import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Finds the folder of package.json, from the sources as well as from the built files. */
export function findPackageRoot(from = fileURLToPath(import.meta.url)): string {
  const folder = dirname(from)
  if (existsSync(join(folder, 'package.json'))) return folder
  if (folder === from) throw new Error('package.json was not found above the program.')
  return findPackageRoot(folder)
}
