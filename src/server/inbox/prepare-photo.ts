import type { Sharp } from 'sharp'

export const largestPhotoBytes = 20 * 1024 * 1024
/** Above what phones make; a small file that unfolds into more is not a photo. */
const mostPixels = 110_000_000
const longestSide = 1600
const timeoutSeconds = 20

export type PreparedPhoto =
  | { kind: 'ready'; jpeg: Buffer }
  | { kind: 'photo-too-large' }
  | { kind: 'photo-unreadable' }

/**
 * Makes a picture fit to be sent: upright, at most 1600 px, without any metadata (place, device,
 * time, thumbnail), drawn anew so that nothing hidden in the file survives. Takes JPEG, PNG, WebP.
 */
export async function preparePhoto(bytes: Uint8Array): Promise<PreparedPhoto> {
  if (bytes.byteLength > largestPhotoBytes) return { kind: 'photo-too-large' }
  const open = await loadSharp()
  try {
    return { kind: 'ready', jpeg: await redraw(open(bytes)) }
  } catch {
    return { kind: 'photo-unreadable' }
  }
}

function redraw(picture: Sharp): Promise<Buffer> {
  return picture
    .autoOrient()
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 82, mozjpeg: true })
    .timeout({ seconds: timeoutSeconds })
    .toBuffer()
}

/** Loaded when first needed: most servers' days pass without a picture. */
async function loadSharp(): Promise<(bytes: Uint8Array) => Sharp> {
  const { default: sharp } = await import('sharp')
  // One picture at a time, and nothing kept: memory matters more here than speed.
  sharp.concurrency(1)
  sharp.cache(false)
  // Pictures from outside reach three decoders only, none for vectors, documents or odd formats.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'],
  })
  return bytes => sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
}
