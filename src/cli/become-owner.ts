import { statSync } from 'node:fs'

/**
 * Makes a command that root types become the owner of DATA_DIR, for good, before it opens the store or
 * writes there. The service's user may write that folder, and a link that it left there could lead root
 * anywhere.
 */
export function becomeOwner(dataDir: string): void {
  const found = statSync(dataDir, { throwIfNoEntry: false })
  if (process.getuid?.() !== 0 || !found) return
  process.setgroups?.([found.gid])
  process.setgid?.(found.gid)
  process.setuid?.(found.uid)
}
