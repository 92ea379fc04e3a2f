import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { findPackageRoot } from '../package-root'

export const maxPhotoBytes = 20 * 1024 * 1024
const maxJpegBytes = 4 * 1024 * 1024
/** What a 50-megapixel HEIC takes; a picture that unfolds into more is not decoded. */
const memoryKilobytes = 800 * 1024
const timeoutMs = 60_000
const decoder = join(findPackageRoot(), 'dist', 'photo', 'main.js')

export type PreparedPhoto =
  | { kind: 'ready'; jpeg: Buffer }
  /** A logo or an icon. */
  | { kind: 'too-small' }
  | { kind: 'photo-too-large' }
  | { kind: 'photo-unreadable' }

/** The exit codes of decode-photo.ts. */
export const decodeExitCodes = { ready: 0, unreadable: 65, tooSmall: 66 }

/**
 * Re-encodes a picture: upright, at most 1600 px, without metadata or anything else hidden in the
 * file. A process of its own decodes it, without our environment and with limits of memory and time.
 * Throws if the photo cannot be read to its end.
 */
export async function preparePhoto(photo: Readable, minSide = 200): Promise<PreparedPhoto> {
  // By the shell, because Node cannot limit the memory of native code.
  const limited = `ulimit -d ${memoryKilobytes} 2>/dev/null; exec nice -n 10 "$0" "$@"`
  const words = ['-c', limited, process.execPath, decoder, String(minSide)]
  const child = spawn('/bin/sh', words, {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {},
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  })
  const ended = new Promise<number | null>(resolve => {
    child.once('error', () => resolve(null))
    child.once('close', code => resolve(code))
  })
  let size = 0
  async function* count(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > maxPhotoBytes) throw new Error('the photo is too large')
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
  if (size > maxPhotoBytes) return { kind: 'photo-too-large' }
  if (failures[0]) throw failures[0]
  if (code === decodeExitCodes.tooSmall) return { kind: 'too-small' }
  const isReady = code === decodeExitCodes.ready && jpeg && jpeg.length <= maxJpegBytes
  return isReady ? { kind: 'ready', jpeg } : { kind: 'photo-unreadable' }
}
