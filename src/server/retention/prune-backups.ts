import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const kept = 14

/**
 * Deletes all backups in a folder but the newest fourteen, and those last written before then (ms): what is
 * erased in the store may not stay in its copies. Other files stay. Resolves to the names of the deleted ones.
 */
export async function pruneBackups(folder: string, before: number): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  // They sort by time.
  const backups = names.filter(name => /^svichka-\d{4}-[\dTZ-]+\.db$/.test(name)).sort()
  const deleted: string[] = []
  for (const [i, name] of backups.entries()) {
    const file = join(folder, name)
    if (i >= backups.length - kept && (await stat(file)).mtimeMs >= before) continue
    await rm(file)
    deleted.push(name)
  }
  return deleted
}
