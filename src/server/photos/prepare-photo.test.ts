import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { constants, crc32, deflateRawSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, it, onTestFinished } from 'vitest'
import type { PictureProblem } from '../../shared/temple-page'
import { preparePhoto } from './prepare-photo'

async function prepare(bytes: Uint8Array, socketPath: string | null = null) {
  const folder = await mkdtemp(join(tmpdir(), 'svichka-photo-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'photo')
  await writeFile(path, bytes)
  return preparePhoto(path, socketPath)
}

const rejected = (reason: PictureProblem) => ({ kind: 'rejected', reason })

it('is decoded by the process at a socket, with rights of its own, or not at all', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svichka-photos-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const socket = join(folder, 'socket')
  const jpeg = await picture(2000, 1500).jpeg().toBuffer()
  await expect(prepare(jpeg, socket)).rejects.toThrow('ENOENT')
  const decoder = spawn(process.execPath, ['dist/photo/serve.js', socket])
  await expect.poll(() => existsSync(socket)).toBe(true)
  expect(await prepare(jpeg, socket)).toMatchObject({ kind: 'ready' })
  expect(await prepare(jpeg.subarray(0, 2000), socket)).toEqual(rejected('broken'))
  decoder.kill('SIGKILL')
  await once(decoder, 'exit')
  await expect(prepare(jpeg, socket)).rejects.toThrow('ECONNREFUSED')
})

function picture(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#c60' } })
}

/** The seven passes of an interlaced PNG (PNG specification, 8.1): where each begins, and its steps. */
const passes = [
  { x: 0, y: 0, dx: 8, dy: 8 },
  { x: 4, y: 0, dx: 8, dy: 8 },
  { x: 0, y: 4, dx: 4, dy: 8 },
  { x: 2, y: 0, dx: 4, dy: 4 },
  { x: 0, y: 2, dx: 2, dy: 4 },
  { x: 1, y: 0, dx: 2, dy: 2 },
  { x: 0, y: 1, dx: 1, dy: 2 },
]

/**
 * A black PNG of any size, interlaced, of 8 bytes a pixel, made from zeros: to compress a large
 * picture takes seconds.
 */
function blackPng(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([16, 6, 0, 0, 1], 8)
  const size = passes
    .map(({ x, y, dx, dy }) => [Math.ceil((side - x) / dx), Math.ceil((side - y) / dy)] as const)
    .reduce((sum, [columns, rows]) => sum + rows * (1 + columns * 8), 0)
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateZeros(size)), chunk('IEND')]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks])
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  return Buffer.concat([bigEndian(data.length), named, bigEndian(crc32(named))])
}

/** So many zeros as a zlib stream (RFC 1950): a megabyte that is compressed once is repeated. */
function deflateZeros(size: number): Buffer {
  const megabyte = Buffer.alloc(1024 * 1024)
  const piece = deflateRawSync(megabyte, { finishFlush: constants.Z_FULL_FLUSH })
  const pieces = Array<Buffer>(Math.floor(size / megabyte.length)).fill(piece)
  const rest = deflateRawSync(megabyte.subarray(0, size % megabyte.length))
  // Adler-32 of zeros: the first sum stays 1, the second counts them.
  const checksum = bigEndian((size % 65_521) * 65_536 + 1)
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...pieces, rest, checksum])
}

function bigEndian(number: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(number)
  return bytes
}

async function prepared(bytes: Buffer): Promise<Buffer> {
  const photo = await prepare(bytes)
  if (photo.kind !== 'ready') throw new Error(`The photo was not taken: ${photo.kind}.`)
  return photo.jpeg
}

it('a decoder that was taken over neither fills the memory nor has its bytes sent as a photo', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svichka-photos-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'socket')
  let sentBytes = 0
  let answer = async (socket: Socket) => {
    while (!socket.destroyed && sentBytes < 100_000_000) {
      sentBytes += 1_000_000
      if (!socket.write(Buffer.alloc(1_000_000)))
        await Promise.race([once(socket, 'drain'), once(socket, 'close')])
    }
  }
  const decoder = createServer({ allowHalfOpen: true }, socket => {
    socket.on('error', () => {})
    socket.resume()
    answer(socket).catch(() => {})
  }).listen(path)
  onTestFinished(() => void decoder.close())
  await once(decoder, 'listening')
  expect(await prepare(Buffer.from('x'), path)).toEqual(rejected('too-many-pixels'))
  expect(sentBytes).toBeLessThan(10_000_000)
  answer = async socket => void socket.end(Buffer.alloc(1_000))
  expect(await prepare(Buffer.from('x'), path)).toEqual(rejected('broken'))
})

it.each([
  ['a text with a picture’s name', Buffer.from('not a picture')],
  [
    'a drawing that could load files',
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    ),
  ],
  [
    'a HEIC of nothing but zeros',
    Buffer.from(`\0\0\0\u0018ftypheic\0\0\0\0mif1heic${'\0'.repeat(999)}`),
  ],
])('%s is not a picture', async (_, bytes) => {
  expect(await prepare(bytes)).toEqual(rejected('not-a-picture'))
})

it('an AVIF, which browsers show, is named as what cannot be used', async () => {
  const create = { width: 400, height: 300, channels: 3 as const, background: '#7a3b12' }
  const avif = await sharp({ create }).avif().toBuffer()
  expect(await prepare(avif)).toEqual(rejected('not-supported'))
})

it('a file without a byte is broken', async () => {
  expect(await prepare(Buffer.alloc(0))).toEqual(rejected('broken'))
})

it('a JPEG that lacks only the marker at its end is taken', async () => {
  for (const progressive of [false, true]) {
    const whole = await picture(2000, 1500).jpeg({ progressive }).toBuffer()
    const { width } = await sharp(await prepared(whole.subarray(0, -2))).metadata()
    expect(width).toBe(1600)
  }
})

it('the colours of a phone’s wide gamut are converted, not dropped', async () => {
  const phone = await readFile('tests/integration/temple/photos/phone.heic')
  const wide = await picture(9, 9).jpeg().withIccProfile('p3').toBuffer()
  const { icc = Buffer.alloc(0) } = await sharp(wide).metadata()
  const colr = Buffer.concat([bigEndian(icc.length + 12), Buffer.from('colrprof'), icc])
  const [plain, converted] = await Promise.all(
    [phone, Buffer.concat([phone, colr])].map(async bytes => measure(await prepared(bytes))),
  )
  expect(converted?.size).toEqual(plain?.size)
  // What looked dull has become more colourful.
  expect(converted?.chroma).toBeGreaterThan((plain?.chroma ?? 0) * 1.05)
})

it.each([
  ['Display P3', 12, 13, [248, 112, 0, 217, 42, 52, 0, 183, 78, 128, 128, 128]],
  // The grey is 94 cd/m², where a page's white is 203.
  ['BT.2020 with PQ', 9, 16, [null, null, null, null, null, null, null, null, null, 181, 181, 181]],
  // 50 cd/m².
  ['BT.2020 with HLG', 9, 18, [null, null, null, null, null, null, 0, 238, 59, 137, 137, 137]],
  ['sRGB', 1, 13, [230, 120, 40, 200, 60, 60, 60, 180, 90, 128, 128, 128]],
] as const)(
  'colours that a HEIC names by numbers are converted: %s',
  async (_, primaries, transfer, wanted) => {
    const patches = await readFile('tests/integration/temple/photos/patches.heic')
    const colr = Buffer.from(`\0\0\0\x13colrnclx\0${'\0'.repeat(6)}`, 'latin1').subarray(0, 19)
    colr.writeUInt16BE(primaries, 12)
    colr.writeUInt16BE(transfer, 14)
    const jpeg = await prepared(Buffer.concat([patches, colr]))
    const shown = await sharp(jpeg).resize(4, 1, { fit: 'fill' }).raw().toBuffer()
    for (const [i, value] of wanted.entries())
      if (value !== null)
        expect(Math.abs((shown[i] ?? 0) - value), `${[...shown]}`).toBeLessThan(25)
  },
)

/** The phone's picture twice (ISO 23008-12): lying as the first, standing as the primary one. */
async function twoPictures(): Promise<Buffer> {
  const phone = await readFile('tests/integration/temple/photos/phone.heic')
  const part = (type: string) => {
    const at = phone.indexOf(type, 0, 'latin1') - 4
    return phone.subarray(at, at + phone.readUInt32BE(at))
  }
  const box = (type: string, ...contents: (string | Buffer)[]) => {
    const body = contents.map(each => (typeof each === 'string' ? Buffer.from(each, 'hex') : each))
    const length = body.reduce((sum, { length: bytes }) => sum + bytes, 8)
    return Buffer.concat([bigEndian(length), Buffer.from(type), ...body])
  }
  const [ftyp, mdat] = [part('ftyp'), part('mdat')]
  const entry = (id: number) => box('infe', `02000000000${id}0000`, Buffer.from('hvc1\0'))
  const write = (offset: number) => {
    const place = (id: number) => `000${id}0000${hex(offset)}000100000000${hex(mdat.length - 8)}`
    const properties = box('ipco', part('hvcC'), part('ispe'), part('pixi'), box('irot', '01'))
    return box(
      'meta',
      ...['00000000', part('hdlr'), box('pitm', '000000000002')],
      box('iloc', `0000000044400002${place(1)}${place(2)}`),
      box('iinf', '000000000002', entry(1), entry(2)),
      box('iprp', properties, box('ipma', '0000000000000002', '000103810283', '00020481028384')),
    )
  }
  const meta = write(ftyp.length + write(0).length + 8)
  return Buffer.concat([ftyp, meta, mdat])
}

const hex = (number: number) => bigEndian(number).toString('hex')

it('of a HEIC with several pictures the primary one is taken', async () => {
  const { width, height } = await sharp(await prepared(await twoPictures())).metadata()
  expect({ width, height }).toEqual({ width: 900, height: 1200 })
})

it('a HEIC of 200 megapixels is said to be one', async () => {
  const phone = await readFile('tests/integration/temple/photos/phone.heic')
  const size = phone.indexOf('ispe', 0, 'latin1') + 8
  phone.writeUInt32BE(16_320, size)
  phone.writeUInt32BE(12_240, size + 4)
  expect(await prepare(phone)).toEqual(rejected('too-many-pixels'))
})

/** The mean distance of the channels of a pixel. */
async function measure(jpeg: Buffer) {
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true })
  let sum = 0
  for (let i = 0; i < data.length; i += 3) {
    const pixel = [...data.subarray(i, i + 3)]
    sum += Math.max(...pixel) - Math.min(...pixel)
  }
  return { size: [info.width, info.height], chroma: sum / (data.length / 3) }
}

it('half a JPEG is refused rather than sent half grey', async () => {
  const whole = await picture(2000, 2000).jpeg().toBuffer()
  expect(await prepare(whole.subarray(0, whole.length / 2))).toEqual(rejected('broken'))
})

it('a small PNG built from zeros is decoded in its own size', async () => {
  const { width, height } = await sharp(await prepared(blackPng(501))).metadata()
  expect({ width, height }).toEqual({ width: 501, height: 501 })
})

it.each([
  ['more pixels than it may', 12_000],
  // Interlaced, a PNG is held whole while it is decoded: 100 million pixels of 8 bytes.
  ['more memory than the decoder has', 10_000],
])('a small file that unfolds into %s is refused', async (_, side) => {
  const bomb = blackPng(side)
  expect(bomb.length).toBeLessThan(6_000_000)
  expect(await prepare(bomb)).toEqual(rejected('too-many-pixels'))
})
