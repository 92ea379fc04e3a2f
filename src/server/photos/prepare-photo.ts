import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { maxTemplePhotoBytes, type PhotoProblem } from '../../shared/temple-page'
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
 * Re-encodes a picture: upright, at most 1600 px, without metadata or anything else hidden in the
 * file. A process of its own decodes it, without our environment and with limits of memory and time.
 * Throws if the photo cannot be read to its end.
 */
export async function preparePhoto(photo: Readable): Promise<PreparedPhoto> {
  // By the shell, because Node cannot limit the memory of native code.
  const limited = `ulimit -d ${memoryKilobytes} 2>/dev/null; exec nice -n 10 "$0" "$@"`
  const words = ['-c', limited, process.execPath, decoder]
  const child = spawn('/bin/sh', words, {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {},
  })
  const timeout = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  const ended = new Promise<number | null>(resolve => {
    child.once('error', () => resolve(null))
    child.once('close', code => resolve(code))
  })
  let size = 0
  async function* count(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > maxTemplePhotoBytes) throw new Error('the photo is too large')
      yield chunk
    }
  }
  const failures: Error[] = []
  photo.once('error', error => {
    // A decoder that ends early closes its input, and with that the photo.
    if (!child.stdin.destroyed) failures.push(error)
  })
  const [jpeg] = await Promise.all([
    buffer(child.stdout).catch(() => null),
    // A decoder that failed closes its input; its exit code says why.
    pipeline(photo, count, child.stdin).catch(() => child.stdin.destroy()),
  ])
  const code = await ended
  clearTimeout(timeout)
  if (size > maxTemplePhotoBytes) return reject('too-large')
  if (failures[0]) throw failures[0]
  if (child.killed) return reject('took-too-long')
  if (code === decodeExitCodes.ready && jpeg && jpeg.length <= maxJpegBytes)
    return { kind: 'ready', jpeg }
  // A decoder without memory is ended by a signal, or by the code of one.
  return reject(reasons[code ?? -1] ?? 'too-many-pixels')
}

function reject(reason: PhotoProblem): PreparedPhoto {
  return { kind: 'rejected', reason }
}
