import { buffer } from 'node:stream/consumers'
import sharp, { type Sharp } from 'sharp'
import { decodeExitCodes } from './prepare-photo'

// A process of its own (see prepare-photo.ts): a picture comes in, a JPEG goes out.

/** More than phones make. */
const maxPixels = 110_000_000
const maxHeicPixels = 50_000_000
const maxSide = 1600

sharp.concurrency(1)
sharp.cache(false)
// Three decoders only, none for vectors, documents or rare formats.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'],
})

const minSide = Number(process.argv[2])
try {
  const picture = await open(await buffer(process.stdin))
  const { width, height } = await picture.metadata()
  if (Math.min(width, height) < minSide) process.exit(decodeExitCodes.tooSmall)
  const jpeg = await redraw(picture)
  process.stdout.write(jpeg, () => process.exit(decodeExitCodes.ready))
} catch {
  process.exit(decodeExitCodes.unreadable)
}

function redraw(picture: Sharp): Promise<Buffer> {
  return picture
    .autoOrient()
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer()
}

async function open(bytes: Buffer): Promise<Sharp> {
  // An ISO media file, such as HEIC (ISO 14496-12, 4.3): `ftyp` follows its size.
  if (bytes.toString('latin1', 4, 8) === 'ftyp') return openHeic(bytes)
  return sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
}

/** sharp's own build has no HEVC decoder. libheif turns the picture upright by itself. */
async function openHeic(bytes: Buffer): Promise<Sharp> {
  const { default: libheif } = await import('libheif-js/wasm-bundle.js')
  const [image] = new libheif.HeifDecoder().decode(bytes)
  if (!image) throw new Error('No picture in it.')
  const width = image.get_width()
  const height = image.get_height()
  if (width * height > maxHeicPixels) throw new Error('Too many pixels.')
  const data = new Uint8ClampedArray(width * height * 4)
  await new Promise<void>((resolve, reject) => {
    image.display({ data, width, height }, shown =>
      shown ? resolve() : reject(new Error('It cannot be decoded.')),
    )
  })
  return sharp(data, { raw: { width, height, channels: 4 } })
}
