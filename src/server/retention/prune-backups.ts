import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const kept = 14

/**
 * Deletes all backups in a folder except the newest fourteen, and those last written before this time
 * (ms), because what the store has erased may not live on in copies. Other files stay. Returns the names
 * of what it deleted.
 */
export async function pruneBackups(folder: string, before: number): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  // Sorted by name they are sorted by time.
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
