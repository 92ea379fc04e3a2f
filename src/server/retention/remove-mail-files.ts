import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Deletes the files of these emails, which stand in for a mail server in a demo. */
export async function removeMailFiles(folder: string, emailIds: string[]): Promise<void> {
  if (emailIds.length === 0) return
  const endings = new Set(emailIds.map(id => `-${id}.eml`))
  await removeWhere(folder, async name => [...endings].some(ending => name.endsWith(ending)))
}

/** Deletes mail files and put-away stores last written before that time (ms since 1970). */
export async function removeOldFiles(folder: string, before: number): Promise<void> {
  await removeWhere(
    folder,
    async name =>
      /\.eml$|^replaced-.*\.db/.test(name) && (await stat(join(folder, name))).mtimeMs < before,
  )
}

async function removeWhere(
  folder: string,
  unwanted: (name: string) => Promise<boolean>,
): Promise<void> {
  // A folder that is not there yet holds nothing.
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const name of names) if (await unwanted(name)) await rm(join(folder, name), { force: true })
}
