import { spawn } from 'node:child_process'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { PhotoProblem } from '../../shared/temple-page'
import { findPackageRoot } from '../package-root'

const maxJpegBytes = 4 * 1024 * 1024
/** What a 50-megapixel HEIC takes; a picture that unfolds into more is not decoded. */
const memoryKilobytes = 800 * 1024
const timeoutMs = 60_000
const decoder = join(findPackageRoot(), 'dist', 'photo', 'main.js')

export type PreparedPhoto =
  | { kind: 'ready'; jpeg: Buffer }
  | { kind: 'rejected'; reason: PhotoProblem }

/** The exit codes of decode-photo.ts. */
export const decodeExitCodes = { ready: 0, notAPicture: 65, tooManyPixels: 66, broken: 67 }

const reasons: Record<number, PhotoProblem> = {
  [decodeExitCodes.notAPicture]: 'not-a-picture',
  [decodeExitCodes.tooManyPixels]: 'too-many-pixels',
  [decodeExitCodes.broken]: 'broken',
}

/**
 * Re-encodes a picture in a file: upright, at most 1600 px, without metadata or anything else hidden
 * in it. A process of its own reads and decodes it, without our environment and with limits of memory
 * and time. Throws if the file cannot be opened.
 */
export async function preparePhoto(path: string): Promise<PreparedPhoto> {
  // By the shell, because Node cannot limit the memory of native code.
  const limited = `ulimit -d ${memoryKilobytes} 2>/dev/null; exec nice -n 10 "$0" "$@"`
  const words = ['-c', limited, process.execPath, decoder]
  const file = await open(path)
  const child = spawn('/bin/sh', words, { stdio: [file.fd, 'pipe', 'ignore'], env: {} })
  const timeout = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  const [code, jpeg] = await Promise.all([
    new Promise<number | null>(resolve => {
      child.once('error', () => resolve(null))
      child.once('close', resolve)
    }),
    child.stdout && buffer(child.stdout).catch(() => null),
    file.close(),
  ])
  clearTimeout(timeout)
  if (child.killed) return reject('took-too-long')
  if (code === decodeExitCodes.ready && jpeg && jpeg.length <= maxJpegBytes)
    return { kind: 'ready', jpeg }
  // A decoder without memory is ended by a signal, or by the code of one.
  return reject(reasons[code ?? -1] ?? 'too-many-pixels')
}

function reject(reason: PhotoProblem): PreparedPhoto {
  return { kind: 'rejected', reason }
}
