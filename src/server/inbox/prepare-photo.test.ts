import sharp from 'sharp'
import { expect, it } from 'vitest'
import { largestPhotoBytes, preparePhoto } from './prepare-photo'

const gps = {
  IFD0: { Make: 'Phone', Copyright: 'somebody' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '50/1 27/1 0/1' },
}

function picture(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#c60' } })
}

async function prepared(bytes: Buffer): Promise<Buffer> {
  const photo = await preparePhoto(bytes)
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
  const { width } = await sharp(await prepared(await picture(64, 48).png().toBuffer())).metadata()
  expect(width).toBe(64)
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
  expect(await preparePhoto(bytes)).toEqual({ kind: 'photo-unreadable' })
})

it('half a JPEG is refused rather than sent half grey', async () => {
  const whole = await picture(2000, 2000).jpeg().toBuffer()
  expect(await preparePhoto(whole.subarray(0, whole.length / 2))).toEqual({
    kind: 'photo-unreadable',
  })
})

it('a small file that unfolds into 144 million pixels is refused', async () => {
  const bomb = await picture(12_000, 12_000).png({ compressionLevel: 9 }).toBuffer()
  expect(bomb.length).toBeLessThan(2_000_000)
  expect(await preparePhoto(bomb)).toEqual({ kind: 'photo-unreadable' })
})

it('a file above 20 MB is refused before it is opened', async () => {
  expect(await preparePhoto(Buffer.alloc(largestPhotoBytes + 1))).toEqual({
    kind: 'photo-too-large',
  })
})
