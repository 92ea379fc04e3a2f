import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { minuteMs } from '../../shared/durations'
import {
  maxPictureBytes,
  maxPictures,
  type PictureProblem,
  type TempleResult,
} from '../../shared/temple-page'
import { randomId } from '../db/store'
import type { Submission } from '../orders/light-candles'
import type { PreparePhoto } from '../photos/prepare-photo'

interface SentPicture {
  /** The picture's place among those that were sent. */
  index: number
  name: string
  /** The file is kept until the request ends. */
  path: string
}

/** The form of the page as far as it has arrived, with its pictures in files. */
interface SentForm extends Pick<Submission, 'codes' | 'key'> {
  /** Null if it was sent by neither of the buttons. */
  action: Submission['action'] | null
  pictures: SentPicture[]
  /** If there is any problem, nothing changes. */
  problems: { index: number; name: string; reason: PictureProblem }[]
  /** True if it had pictures, but no slot was free for them. */
  hasLostPictures: boolean
}

/** A page has fewer ticks. */
const maxFields = 400
/** No upload takes so long, so a folder of this age belongs to a killed process, ms. */
const abandonedMs = 30 * minuteMs

const limits = {
  fields: maxFields,
  files: maxPictures,
  parts: maxFields + maxPictures,
  fieldNameSize: 50,
  fieldSize: 100,
  fileSize: maxPictureBytes,
  headerPairs: 20,
}

type ReceivedSubmission =
  | { kind: 'received'; submission: Submission }
  | { kind: 'rejected'; result: TempleResult }
  /** It could not be read, or had pictures and no slot for them. */
  | { kind: 'failed'; status: number; reason: FailureReason }

type FailureReason = Extract<TempleResult, { kind: 'failed' }>['reason']

/** The folder that keeps pictures while they are decoded, and the function that decodes them. */
interface PictureTools {
  dataDir: string
  preparePhoto: PreparePhoto
}

/**
 * Reads a form and decodes its pictures, which are kept in files meanwhile. Without tools it takes only
 * ticks. The result has the ticked codes even if the form broke off.
 */
export async function receiveSubmission(
  request: FastifyRequest,
  tools: PictureTools | null,
): Promise<{ received: ReceivedSubmission; codes: string[] }> {
  const sent: SentForm = {
    // A form that is not ours has no key.
    key: randomId(),
    action: null,
    codes: [],
    pictures: [],
    problems: [],
    hasLostPictures: false,
  }
  const received = await receiveInto(sent, request, tools)
  return { received, codes: sent.codes }
}

async function receiveInto(
  sent: SentForm,
  request: FastifyRequest,
  tools: PictureTools | null,
): Promise<ReceivedSubmission> {
  try {
    if (tools) return await receivePictures(request, sent, tools)
    await readForm(request, sent, null)
    return sent.hasLostPictures
      ? { kind: 'failed', status: 503, reason: 'busy' }
      : toSubmission(sent, noPhotos)
  } catch (error) {
    const failure = explainFailure(error, request)
    if (!failure) throw error
    if (failure.reason === 'unavailable')
      request.log.error({ err: error }, 'an upload could not be kept')
    return { kind: 'failed', ...failure }
  }
}

async function receivePictures(
  request: FastifyRequest,
  sent: SentForm,
  { dataDir, preparePhoto }: PictureTools,
): Promise<ReceivedSubmission> {
  const uploads = join(dataDir, 'uploads')
  await mkdir(uploads, { recursive: true, mode: 0o700 })
  await removeAbandoned(uploads)
  const folder = await mkdtemp(join(uploads, 'submission-'))
  try {
    await readForm(request, sent, folder)
    const isLit = sent.action === 'lit'
    return toSubmission(sent, isLit ? await preparePhotos(sent, preparePhoto) : noPhotos)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const noPhotos: Prepared = { kind: 'ready', jpegs: [] }

function toSubmission({ action, codes, key }: SentForm, prepared: Prepared): ReceivedSubmission {
  if (action === null) return { kind: 'rejected', result: { kind: 'failed', reason: 'incomplete' } }
  return prepared.kind === 'ready'
    ? { kind: 'received', submission: { action, codes, key, photos: prepared.jpegs } }
    : { kind: 'rejected', result: prepared }
}

async function removeAbandoned(uploads: string): Promise<void> {
  for (const name of await readdir(uploads)) {
    const folder = join(uploads, name)
    const { mtimeMs = Date.now() } = (await stat(folder).catch(() => null)) ?? {}
    if (Date.now() - mtimeMs > abandonedMs) await rm(folder, { recursive: true, force: true })
  }
}

/** Reads the form. Without a `folder` its pictures are dropped. */
async function readForm(
  request: FastifyRequest,
  sent: SentForm,
  folder: string | null,
): Promise<void> {
  for await (const part of request.parts({ limits, preservePath: true })) {
    if (part.type === 'file') await savePicture(part, folder, sent)
    // The parser cuts a field that is too long.
    else if (part.valueTruncated || typeof part.value !== 'string') throw new BadFormError()
    else if (part.fieldname === 'order') sent.codes.push(part.value)
    else if (part.fieldname === 'key' && /^[\w.-]{8,60}$/.test(part.value)) sent.key = part.value
    else if (part.fieldname === 'photo' && part.value !== '') throw new BadFormError()
    else if (part.fieldname === 'action' && (part.value === 'lit' || part.value === 'undo'))
      sent.action = part.value
  }
}

/** No browser makes such a form of our page. */
class BadFormError extends Error {
  override name = 'BadFormError'
  readonly statusCode = 400
}

async function savePicture(
  { fieldname, filename, file }: MultipartFile,
  folder: string | null,
  sent: SentForm,
): Promise<void> {
  if (fieldname !== 'photo' || filename === undefined) throw new BadFormError()
  const { pictures, problems } = sent
  const path = folder && join(folder, String(pictures.length))
  await pipeline(file, path ? createWriteStream(path, { mode: 0o600 }) : drop)
  // If no file was chosen, the field sends a part without name and content.
  if (filename === '' && file.bytesRead === 0) return
  // Very old browsers send a whole path.
  const index = pictures.length + problems.length
  const name = filename.split(/[\\/]/).at(-1) || String(index + 1)
  if (!path) sent.hasLostPictures = true
  else if (file.truncated) problems.push({ index, name, reason: 'too-large' })
  else pictures.push({ index, name, path })
}

async function drop(chunks: AsyncIterable<unknown>): Promise<void> {
  for await (const _chunk of chunks);
}

type Prepared =
  | { kind: 'ready'; jpegs: Buffer[] }
  | Extract<TempleResult, { kind: 'photos-rejected' }>

/** Decodes all pictures, so that the page can name every one that cannot be used. */
async function preparePhotos(
  { pictures, problems }: SentForm,
  preparePhoto: PreparePhoto,
): Promise<Prepared> {
  const jpegs: Buffer[] = []
  const rejected = [...problems]
  for (const { index, name, path } of pictures) {
    const photo = await preparePhoto(path)
    if (photo.kind === 'ready') jpegs.push(photo.jpeg)
    else rejected.push({ index, name, reason: photo.reason })
  }
  return rejected.length > 0
    ? { kind: 'photos-rejected', pictures: rejected }
    : { kind: 'ready', jpegs }
}

/** Explains a failure by the form or by this machine. Returns null for any other error. */
function explainFailure(
  error: unknown,
  { raw: request }: FastifyRequest,
): { status: number; reason: FailureReason } | null {
  if (!(error instanceof Error)) return null
  const { code, statusCode, syscall } = error as NodeJS.ErrnoException & { statusCode?: number }
  if (code === 'FST_FILES_LIMIT') return { status: 413, reason: 'too-many-pictures' }
  // The connection broke off, or the upload took too long.
  if (request.destroyed && !request.complete) return { status: 400, reason: 'incomplete' }
  // The disk is full, broken or another user's, or no process decodes pictures.
  if (syscall !== undefined) return { status: 503, reason: 'unavailable' }
  const isOfForm = statusCode !== undefined && statusCode < 500
  // The parser's own errors have neither code nor status.
  const isOfParser = /multipart|Malformed|boundary/i.test(error.message)
  return isOfForm || isOfParser ? { status: statusCode ?? 400, reason: 'incomplete' } : null
}
