import { Console } from 'node:console'
import { buffer } from 'node:stream/consumers'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { convertToSrgb, findNclxColours } from './nclx-colours'
import { decoderAnswers } from './prepare-photo'

// This program decodes one picture in a process of its own (prepare-photo.ts). It reads the picture from
// standard input and answers with one byte and a JPEG.

/** No phone makes larger pictures. */
const maxPixels = 110_000_000
const maxHeicPixels = 50_000_000
const maxSide = 1600
const fitting = {
  width: maxSide,
  height: maxSide,
  fit: 'inside',
  withoutEnlargement: true,
} as const

sharp.concurrency(1)
sharp.cache(false)
// Only three decoders are allowed, none for vectors, documents or rare formats.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'],
})

// libheif prints its errors, and standard output is for the answer alone.
globalThis.console = new Console(process.stderr)

const bytes = await buffer(process.stdin)
try {
  const jpeg = await redraw(await open(bytes)).catch(error => redrawCut(bytes, error))
  answer('ready', jpeg)
} catch (error) {
  const isTooLarge = /memory/i.test(String(error))
  answer(isTooLarge ? 'too-many-pixels' : 'broken')
}

function answer(
  kind: (typeof decoderAnswers)[number],
  jpeg: Buffer = Buffer.alloc(0),
): Promise<never> {
  const code = Buffer.of(decoderAnswers.indexOf(kind))
  process.stdout.end(Buffer.concat([code, jpeg]), () => process.exit())
  // The process is about to end, so the caller must not go on.
  return new Promise(() => {})
}

/**
 * Reads a JPEG again with an end marker added. If only that was missing, as after a broken copy, the
 * picture is whole. Any other defect still counts, because the rest of half a picture would be grey.
 */
function redrawCut(bytes: Buffer, error: unknown): Promise<Buffer> {
  if (bytes.readUInt16BE() !== 0xffd8) throw error
  const completed = Buffer.concat([bytes, Buffer.from([0xff, 0xd9])])
  return redraw(sharp(completed, { limitInputPixels: maxPixels, failOn: 'warning' }))
}

function redraw(picture: Sharp): Promise<Buffer> {
  return picture
    .autoOrient()
    .resize(fitting)
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer()
}

async function open(bytes: Buffer): Promise<Sharp> {
  // In an ISO media file, such as HEIC, `ftyp` follows the size (ISO 14496-12, 4.3).
  if (bytes.toString('latin1', 4, 8) === 'ftyp') {
    const brand = bytes.toString('latin1', 8, 12)
    return brand === 'avif' || brand === 'avis' ? answer('not-supported') : openHeic(bytes)
  }
  const header = sharp(bytes, { limitInputPixels: false }).metadata()
  const { width, height } = await header.catch(() => answer('not-a-picture'))
  if (width * height > maxPixels) await answer('too-many-pixels')
  return sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
}

/** Opens a HEIC by libheif, because sharp's build has no HEVC decoder. libheif turns the picture upright. */
async function openHeic(bytes: Buffer): Promise<Sharp> {
  const { default: libheif } = await import('libheif-js/wasm-bundle.js')
  const images = new libheif.HeifDecoder().decode(bytes)
  const image = images.find(each => each.is_primary()) ?? images[0]
  if (!image) return answer('not-a-picture')
  const width = image.get_width()
  const height = image.get_height()
  if (width * height > maxHeicPixels) await answer('too-many-pixels')
  const data = new Uint8ClampedArray(width * height * 4)
  await new Promise<void>((resolve, reject) => {
    image.display({ data, width, height }, shown =>
      shown ? resolve() : reject(new Error('It cannot be decoded.')),
    )
  })
  const picture = sharp(data, { raw: { width, height, channels: 4 } })
  const profile = findProfile(bytes)
  if (!profile) return convertNclx(picture, bytes)
  // sharp converts colours by the profile of a file, so the profile is embedded into a PNG. That is small,
  // because a PNG of all pixels would take too long.
  const png = await picture.resize(fitting).png({ compressionLevel: 1 }).toBuffer()
  return sharp(embedProfile(png, profile))
}

/** Shrinks the picture before it converts the colours, because those of all pixels would take too long. */
async function convertNclx(picture: Sharp, bytes: Buffer): Promise<Sharp> {
  const colours = findNclxColours(bytes)
  if (!colours) return picture
  const { data, info } = await picture.resize(fitting).raw().toBuffer({ resolveWithObject: true })
  convertToSrgb(data, colours)
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } })
}

/** Finds the ICC profile in an ISO media file (ISO 14496-12, 12.1.5), such as the Display P3 of a phone. */
function findProfile(bytes: Buffer): Buffer | null {
  const at = bytes.indexOf('colrprof', 0, 'latin1')
  return at < 4 ? null : bytes.subarray(at + 8, at - 4 + bytes.readUInt32BE(at - 4))
}

/** Inserts an ICC profile after the header of a PNG (PNG specification, 11.3.3.3). */
function embedProfile(png: Buffer, profile: Buffer): Buffer {
  const headerEnd = 33
  const name = Buffer.from('profile\0\0', 'latin1')
  const chunk = Buffer.concat([Buffer.from('iCCP', 'latin1'), name, deflateSync(profile)])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(chunk.length - 4)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(chunk))
  return Buffer.concat([
    png.subarray(0, headerEnd),
    length,
    chunk,
    checksum,
    png.subarray(headerEnd),
  ])
}
