import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Deletes the files of these emails, which a demo writes in place of sending. */
export async function deleteMailFiles(folder: string, emailIds: string[]): Promise<void> {
  const endings = emailIds.map(id => `-${id}.eml`)
  if (endings.length > 0)
    await deleteWhere(folder, async name => endings.some(ending => name.endsWith(ending)))
}

/** Deletes mail files and the stores that a restore replaced, if last written before then (ms). */
export async function deleteOldFiles(folder: string, before: number): Promise<void> {
  await deleteWhere(
    folder,
    async name =>
      /\.eml$|^replaced-.*\.db/.test(name) && (await stat(join(folder, name))).mtimeMs < before,
  )
}

async function deleteWhere(
  folder: string,
  isUnwanted: (name: string) => Promise<boolean>,
): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const name of names)
    if (await isUnwanted(name)) await rm(join(folder, name), { force: true })
}
