import { type FileHandle, open } from 'node:fs/promises'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pLimit from 'p-limit'
import type { PictureProblem } from '../../shared/temple-page'
import { startDecoder } from './start-decoder'

const maxJpegBytes = 4 * 1024 * 1024
const startOfJpeg = Buffer.from([0xff, 0xd8])
const timeoutMs = 60_000

export type PreparedPhoto =
  | { kind: 'ready'; jpeg: Buffer }
  | { kind: 'rejected'; reason: PictureProblem }

export type PreparePhoto = (path: string) => Promise<PreparedPhoto>

/** The first byte of a decoder's answer is an index into this list. */
export const decoderAnswers = [
  'ready',
  'not-a-picture',
  'not-supported',
  'too-many-pixels',
  'broken',
] as const

/** With these errors no process listens at the socket. */
const unreachable = ['ENOENT', 'ECONNREFUSED', 'EACCES', 'EAGAIN']

interface Decoder {
  answer: Readable
  stop(): void
}

/** Prepares one picture at a time, because a decoder takes up to 800 MB. */
export function createPhotoQueue(socketPath: string | null): PreparePhoto {
  const oneAtATime = pLimit(1)
  return (path: string) => oneAtATime(() => preparePhoto(path, socketPath))
}

/**
 * Re-encodes a picture upright, with at most 1600 px, and without metadata or anything else that is
 * hidden in it. A hostile picture could take over its decoder, so a process of its own decodes it within
 * bounds of memory and time. The process at `socketPath` can read neither the store nor the keys; without
 * one a child does the work. Throws if the file cannot be read or nothing answers at the socket.
 */
export async function preparePhoto(
  path: string,
  socketPath: string | null,
): Promise<PreparedPhoto> {
  const file = await open(path)
  const decoder = socketPath === null ? decodeInChild(file) : decodeAt(socketPath, file)
  let isLate = false
  const timeout = setTimeout(() => {
    isLate = true
    decoder.stop()
  }, timeoutMs)
  const reading = readAnswer(decoder.answer).catch((error: NodeJS.ErrnoException) => {
    if (unreachable.includes(error.code ?? '')) throw error
    return Buffer.alloc(0)
  })
  const answer = await reading.finally(() => {
    clearTimeout(timeout)
    decoder.stop()
    return file.close()
  })
  if (isLate) return reject('took-too-long')
  // A decoder that gave no answer ran out of memory.
  const kind = decoderAnswers[answer[0] ?? -1] ?? 'too-many-pixels'
  if (kind !== 'ready') return reject(kind)
  const jpeg = answer.subarray(1)
  if (jpeg.length > maxJpegBytes) return reject('too-many-pixels')
  return jpeg.subarray(0, 2).equals(startOfJpeg) ? { kind, jpeg } : reject('broken')
}

/** Reads no more than a photo has, because a decoder that was taken over could answer without end. */
async function readAnswer(answer: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of answer) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > 1 + maxJpegBytes) break
  }
  return Buffer.concat(chunks)
}

function decodeInChild({ fd }: FileHandle): Decoder {
  const child = startDecoder(fd, 'pipe')
  // The end of its output is enough to notice the failure.
  child.once('error', () => {})
  return { answer: child.stdout ?? Readable.from([]), stop: () => child.kill('SIGKILL') }
}

function decodeAt(path: string, file: FileHandle): Decoder {
  const socket = connect({ path, allowHalfOpen: true })
  pipeline(file.createReadStream({ autoClose: false }), socket).catch(() => socket.destroy())
  return { answer: socket, stop: () => socket.destroy() }
}

function reject(reason: PictureProblem): PreparedPhoto {
  return { kind: 'rejected', reason }
}
