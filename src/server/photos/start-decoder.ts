import { type ChildProcess, spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { findPackageRoot } from '../package-root'

/** A 50-megapixel HEIC takes so much. A picture that unfolds into more is not decoded. */
const memoryKilobytes = 800 * 1024
/** The build of decode-photo.ts. */
const decoder = join(findPackageRoot(), 'dist', 'photo', 'main.js')

/** Starts a decoder with our rights, but without our environment and with a limit of memory. */
export function startDecoder(picture: number | Socket, answer: 'pipe' | Socket): ChildProcess {
  // Node cannot limit the memory of native code, but the shell can.
  const limited = `ulimit -d ${memoryKilobytes} 2>/dev/null; exec nice -n 10 "$0" "$@"`
  const words = ['-c', limited, process.execPath, decoder]
  return spawn('/bin/sh', words, { stdio: [picture, answer, 'ignore'], env: {} })
}
