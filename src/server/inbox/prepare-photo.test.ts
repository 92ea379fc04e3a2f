import { Readable } from 'node:stream'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { largestPhotoBytes, preparePhoto } from './prepare-photo'

const prepare = (bytes: Uint8Array) => preparePhoto(Readable.from([bytes]))

const gps = {
  IFD0: { Make: 'Phone', Copyright: 'somebody' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '50/1 27/1 0/1' },
}

function picture(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#c60' } })
}

async function prepared(bytes: Buffer): Promise<Buffer> {
  const photo = await prepare(bytes)
  if (photo.kind !== 'ready') throw new Error(`The photo was not taken: ${photo.kind}.`)
  return photo.jpeg
}

it('a photo with a place in it goes out without any metadata', async () => {
  const taken = await picture(300, 200).withExif(gps).jpeg().toBuffer()
  expect((await sharp(taken).metadata()).exif).toBeDefined()
  const { exif, icc, iptc, xmp, format } = await sharp(await prepared(taken)).metadata()
  expect({ exif, icc, iptc, xmp }).toEqual({})
  expect(format).toBe('jpeg')
})

it('a photo taken sideways comes out upright and at most 1600 px', async () => {
  const taken = await picture(4000, 3000).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const { width, height, orientation } = await sharp(await prepared(taken)).metadata()
  expect({ width, height, orientation }).toEqual({ width: 1200, height: 1600 })
})

it('a small picture is not blown up', async () => {
  const { width } = await sharp(await prepared(await picture(400, 300).png().toBuffer())).metadata()
  expect(width).toBe(400)
})

it('an icon is not taken for a photo', async () => {
  const icon = await picture(180, 400).png().toBuffer()
  expect(await prepare(icon)).toEqual({ kind: 'too-small' })
})

it.each([
  ['a text with a picture’s name', Buffer.from('not a picture')],
  ['nothing at all', Buffer.alloc(0)],
  [
    'a drawing that could load files',
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    ),
  ],
])('%s is refused as unreadable', async (_, bytes) => {
  expect(await prepare(bytes)).toEqual({ kind: 'photo-unreadable' })
})

it('half a JPEG is refused rather than sent half grey', async () => {
  const whole = await picture(2000, 2000).jpeg().toBuffer()
  expect(await prepare(whole.subarray(0, whole.length / 2))).toEqual({
    kind: 'photo-unreadable',
  })
})

it('a small file that unfolds into 144 million pixels is refused', async () => {
  const bomb = await picture(12_000, 12_000).png({ compressionLevel: 9 }).toBuffer()
  expect(bomb.length).toBeLessThan(2_000_000)
  expect(await prepare(bomb)).toEqual({ kind: 'photo-unreadable' })
})

it('a picture that unfolds into more memory than the decoder has ends the decoder alone', async () => {
  // Interlaced, a PNG is held whole while it is decoded: 100 million pixels of 8 bytes.
  const bomb = await sharp({
    create: { width: 10_000, height: 10_000, channels: 4, background: '#c60' },
  })
    .toColourspace('rgb16')
    .png({ compressionLevel: 9, progressive: true })
    .toBuffer()
  expect(await prepare(bomb)).toEqual({ kind: 'photo-unreadable' })
}, 60_000)

it('a file above 20 MB is refused before it is opened', async () => {
  expect(await prepare(Buffer.alloc(largestPhotoBytes + 1))).toEqual({
    kind: 'photo-too-large',
  })
})
