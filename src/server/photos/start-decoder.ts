import { type ChildProcess, spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { findPackageRoot } from '../package-root'

/** What a 50-megapixel HEIC takes; a picture that unfolds into more is not decoded. */
const memoryKilobytes = 800 * 1024
/** Built from decode-photo.ts. */
const decoder = join(findPackageRoot(), 'dist', 'photo', 'main.js')

/** A process without our environment and with a limit of memory, but with our rights. */
export function startDecoder(picture: number | Socket, answer: 'pipe' | Socket): ChildProcess {
  // By the shell, because Node cannot limit the memory of native code.
  const limited = `ulimit -d ${memoryKilobytes} 2>/dev/null; exec nice -n 10 "$0" "$@"`
  const words = ['-c', limited, process.execPath, decoder]
  return spawn('/bin/sh', words, { stdio: [picture, answer, 'ignore'], env: {} })
}
