// An ISO media file may name its colours by numbers instead of a profile (`nclx`, ISO 14496-12, 12.1.5, with
// the numbers of ITU-T H.273). libheif does not convert the pixels of such a file, so this does.

export interface NclxColours {
  primaries: number
  transfer: number
}

/** Returns null if the file has no such numbers, those of sRGB, or others that no camera writes. */
export function findNclxColours(bytes: Buffer): NclxColours | null {
  const at = bytes.indexOf('colrnclx', 0, 'latin1')
  if (at < 0 || at + 12 > bytes.length) return null
  const primaries = bytes.readUInt16BE(at + 8)
  const transfer = bytes.readUInt16BE(at + 10)
  return primaries in toRec709 || transfer in toLight ? { primaries, transfer } : null
}

type Triple = readonly [number, number, number]

/** These matrices convert linear light of BT.2020 and Display P3 to the primaries of sRGB. */
const toRec709: Record<number, readonly [Triple, Triple, Triple]> = {
  9: [
    [1.6605, -0.5876, -0.0728],
    [-0.1246, 1.1329, -0.0083],
    [-0.0182, -0.1006, 1.1187],
  ],
  12: [
    [1.2249, -0.2247, 0],
    [-0.042, 1.0419, 0],
    [-0.0197, -0.0786, 1.0979],
  ],
}

/** The white of a page in a high dynamic range (ITU-R BT.2408), cd/m². */
const pageWhite = 203

/** Converts a signal from 0 to 1 into light, where 1 is the white of a page. */
const toLight: Record<number, (signal: number) => number> = {
  // This is PQ (SMPTE ST 2084).
  16: signal => {
    const power = signal ** (1 / 78.84375)
    const light = Math.max(power - 0.8359375, 0) / (18.8515625 - 18.6875 * power)
    return (10_000 * light ** (1 / 0.1593017578125)) / pageWhite
  },
  // This is HLG (ITU-R BT.2100) on a screen of 1000 cd/m².
  18: signal => {
    const scene =
      signal <= 0.5
        ? signal ** 2 / 3
        : (Math.exp((signal - 0.55991073) / 0.17883277) + 0.28466892) / 12
    return (1_000 * scene ** 1.2) / pageWhite
  },
}

const decodeSrgb = (signal: number) =>
  signal <= 0.04045 ? signal / 12.92 : ((signal + 0.055) / 1.055) ** 2.4
const encodeSrgb = (light: number) =>
  light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055

/** Compresses light that is brighter than a page towards white, so that a flame keeps its shape. */
function compress(light: number): number {
  const knee = 0.8
  if (light <= knee) return Math.max(light, 0)
  return knee + (1 - knee) * (1 - Math.exp((knee - light) / (1 - knee)))
}

const steps = 4_096

/** Converts RGBA pixels to sRGB in place. */
export function convertToSrgb(pixels: Buffer, { primaries, transfer }: NclxColours): void {
  const decode = toLight[transfer]
  const light = Float64Array.from({ length: 256 }, (_, code) => (decode ?? decodeSrgb)(code / 255))
  // If no screen has to dim the picture, only colours that sRGB lacks are cut.
  const bound = decode ? compress : (value: number) => Math.min(Math.max(value, 0), 1)
  const code = Uint8Array.from({ length: steps + 1 }, (_, step) =>
    Math.round(255 * encodeSrgb(step / steps)),
  )
  const encode = (value: number) => code[Math.round(steps * bound(value))] ?? 0
  const [ofRed, ofGreen, ofBlue] = toRec709[primaries] ?? identity
  // A picture has two million pixels, so this loop allocates nothing.
  for (let at = 0; at < pixels.length; at += 4) {
    const r = light[pixels[at] ?? 0] ?? 0
    const g = light[pixels[at + 1] ?? 0] ?? 0
    const b = light[pixels[at + 2] ?? 0] ?? 0
    pixels[at] = encode(ofRed[0] * r + ofRed[1] * g + ofRed[2] * b)
    pixels[at + 1] = encode(ofGreen[0] * r + ofGreen[1] * g + ofGreen[2] * b)
    pixels[at + 2] = encode(ofBlue[0] * r + ofBlue[1] * g + ofBlue[2] * b)
  }
}

const identity: readonly [Triple, Triple, Triple] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]
