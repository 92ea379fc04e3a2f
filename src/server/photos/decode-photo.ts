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

const bytes = await buffer(process.stdin)
try {
  const jpeg = await redraw(await open(bytes))
  process.stdout.write(jpeg, () => process.exit(decodeExitCodes.ready))
} catch (error) {
  const isTooLarge = /memory/i.test(String(error))
  process.exit(isTooLarge ? decodeExitCodes.tooManyPixels : decodeExitCodes.broken)
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
  const header = sharp(bytes, { limitInputPixels: false }).metadata()
  const { width, height } = await header.catch(() => process.exit(decodeExitCodes.notAPicture))
  if (width * height > maxPixels) process.exit(decodeExitCodes.tooManyPixels)
  return sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
}

/** sharp's own build has no HEVC decoder. libheif turns the picture upright by itself. */
async function openHeic(bytes: Buffer): Promise<Sharp> {
  const { default: libheif } = await import('libheif-js/wasm-bundle.js')
  const images = new libheif.HeifDecoder().decode(bytes)
  const image = images.find(each => each.is_primary()) ?? images[0]
  if (!image) process.exit(decodeExitCodes.notAPicture)
  const width = image.get_width()
  const height = image.get_height()
  if (width * height > maxHeicPixels) process.exit(decodeExitCodes.tooManyPixels)
  const data = new Uint8ClampedArray(width * height * 4)
  await new Promise<void>((resolve, reject) => {
    image.display({ data, width, height }, shown =>
      shown ? resolve() : reject(new Error('It cannot be decoded.')),
    )
  })
  return sharp(data, { raw: { width, height, channels: 4 } })
}
