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
  const jpeg = await drawJpeg()
  await expect(prepare(jpeg, socket)).rejects.toThrow('ENOENT')
  const decoder = spawn(process.execPath, ['dist/photo/serve.js', socket])
  await expect.poll(() => existsSync(socket)).toBe(true)
  expect(await prepare(jpeg, socket)).toMatchObject({ kind: 'ready' })
  expect(await prepare(halve(jpeg), socket)).toEqual(rejected('broken'))
  decoder.kill('SIGKILL')
  await once(decoder, 'exit')
  await expect(prepare(jpeg, socket)).rejects.toThrow('ECONNREFUSED')
})

/** Noise, because half the file of a plain colour may hold all of it. */
const noise = { type: 'gaussian' as const, mean: 128, sigma: 20 }
const create = { width: 200, height: 150, channels: 3 as const, background: '#c60', noise }
const drawJpeg = (options = {}) => sharp({ create }).jpeg(options).toBuffer()
const halve = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)

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

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script><rect width="9" height="9"/></svg>'
const emptyHeic = `\0\0\0\u0018ftypheic\0\0\0\0mif1heic${'\0'.repeat(999)}`

it.each<[string, PictureProblem, () => string | Buffer | Promise<Buffer>]>([
  ['a text with a picture’s name', 'not-a-picture', () => 'not a picture'],
  ['a drawing that could load files or run a script', 'not-a-picture', () => svg],
  ['a page', 'not-a-picture', () => '<html><img src=x>'],
  ['a page that begins as a GIF', 'not-a-picture', () => `GIF89a${svg}`],
  ['a HEIC of nothing but zeros', 'not-a-picture', () => emptyHeic],
  ['an AVIF, which browsers show', 'not-supported', () => sharp({ create }).avif().toBuffer()],
  ['a file without a byte', 'broken', () => ''],
  // Half of it would be grey.
  ['half a JPEG', 'broken', async () => halve(await drawJpeg())],
  ['a HEIC of 200 megapixels', 'too-many-pixels', largeHeic],
  [
    'a small file that unfolds into more pixels than it may',
    'too-many-pixels',
    () => blackPng(12_000),
  ],
  // Interlaced, a PNG is held whole while it is decoded: 100 million pixels of 8 bytes.
  [
    'a small file that unfolds into more memory than the decoder has',
    'too-many-pixels',
    () => blackPng(10_000),
  ],
])('%s is rejected: %s', async (_, reason, make) => {
  const bytes = Buffer.from(await make())
  expect(bytes.length).toBeLessThan(6_000_000)
  expect(await prepare(bytes)).toEqual(rejected(reason))
})

async function largeHeic(): Promise<Buffer> {
  const phone = await readFile('tests/integration/temple/photos/phone.heic')
  const size = phone.indexOf('ispe', 0, 'latin1') + 8
  phone.writeUInt32BE(16_320, size)
  phone.writeUInt32BE(12_240, size + 4)
  return phone
}

it('a JPEG that lacks only the marker at its end is taken', async () => {
  for (const progressive of [false, true]) {
    const whole = await drawJpeg({ progressive })
    const { width } = await sharp(await prepared(whole.subarray(0, -2))).metadata()
    expect(width).toBe(200)
  }
})

/** A box that names the colours of a HEIC by numbers (ISO 14496-12, 12.1.5). */
function colourNumbers(primaries: number, transfer: number): Buffer {
  const box = Buffer.from(`\0\0\0\x13colrnclx\0${'\0'.repeat(6)}`, 'latin1').subarray(0, 19)
  box.writeUInt16BE(primaries, 12)
  box.writeUInt16BE(transfer, 14)
  return box
}

/** A box with the profile of a phone's wide gamut. */
async function colourProfile(): Promise<Buffer> {
  const wide = await sharp({ create }).withIccProfile('p3').jpeg().toBuffer()
  const { icc = Buffer.alloc(0) } = await sharp(wide).metadata()
  return Buffer.concat([bigEndian(icc.length + 12), Buffer.from('colrprof'), icc])
}

const wideGamut = [248, 112, 0, 217, 42, 52, 0, 183, 78, 128, 128, 128]

it.each<[string, () => Buffer | Promise<Buffer>, (number | null)[]]>([
  ['Display P3 as a profile', colourProfile, wideGamut],
  ['Display P3', () => colourNumbers(12, 13), wideGamut],
  [
    'BT.2020 with PQ',
    () => colourNumbers(9, 16),
    // The grey is 94 cd/m², where a page's white is 203.
    [null, null, null, null, null, null, null, null, null, 181, 181, 181],
  ],
  [
    'BT.2020 with HLG',
    () => colourNumbers(9, 18),
    // 50 cd/m².
    [null, null, null, null, null, null, 0, 238, 59, 137, 137, 137],
  ],
  ['sRGB', () => colourNumbers(1, 13), [230, 120, 40, 200, 60, 60, 60, 180, 90, 128, 128, 128]],
])('the colours of a HEIC are converted, not dropped: %s', async (_, nameColours, wanted) => {
  const patches = await readFile('tests/integration/temple/photos/patches.heic')
  const jpeg = await prepared(Buffer.concat([patches, await nameColours()]))
  const shown = await sharp(jpeg).resize(4, 1, { fit: 'fill' }).raw().toBuffer()
  for (const [i, value] of wanted.entries())
    if (value !== null) expect(Math.abs((shown[i] ?? 0) - value), `${[...shown]}`).toBeLessThan(25)
})

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

it('a small PNG built from zeros is decoded in its own size', async () => {
  const { width, height } = await sharp(await prepared(blackPng(501))).metadata()
  expect({ width, height }).toEqual({ width: 501, height: 501 })
})
