import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { findPackageRoot } from './package-root'

interface Ended {
  exitCode: number
  printed: string
  errors: string
}

const maxBuffer = 10 * 1024 * 1024

/** Runs a command of `svichka` with the server's settings in a process of its own. */
export function runCommand(...words: string[]): Promise<Ended> {
  const program = join(findPackageRoot(), 'dist', 'cli', 'main.js')
  return new Promise(resolve => {
    const child = execFile(
      process.execPath,
      [program, ...words],
      { maxBuffer },
      (_failure, printed, errors) => resolve({ exitCode: child.exitCode ?? -1, printed, errors }),
    )
  })
}
