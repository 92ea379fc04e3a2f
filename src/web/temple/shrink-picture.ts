/** This is more than the donor gets (`decode-photo.ts`), so that scaling it twice costs no sharpness. */
const maxSide = 2048
const quality = 0.85
/** A JPEG below this is sent as it is. */
const smallBytes = 1_500_000
/** Twice the size in `styles/bar.css`, for a sharp screen. */
const thumbSide = 52 * 2

interface Picture {
  file: Blob
  /** The thumbnail, if the browser can show the picture. */
  thumb: HTMLCanvasElement | null
}

/**
 * Makes an upright JPEG that is small enough for a weak connection. A picture that the browser cannot
 * decode, such as a HEIC outside Safari, stays as it is for the server. Returns null if the file cannot
 * be read. A phone may hand out a picture from a cloud or another app only once, so it must be read as
 * soon as it is chosen.
 */
export async function shrinkPicture(file: File): Promise<Picture | null> {
  const bytes = await file.arrayBuffer().catch(() => null)
  if (!bytes) return null
  const original = new Blob([bytes], { type: file.type })
  const url = URL.createObjectURL(original)
  try {
    // Only newer browsers turn pictures upright in createImageBitmap, but all do in an image element.
    const image = new Image()
    image.src = url
    await image.decode()
    return { file: await shrink(image, original), thumb: drawThumb(image) }
  } catch {
    return { file: original, thumb: null }
  } finally {
    URL.revokeObjectURL(url)
  }
}

async function shrink(image: HTMLImageElement, original: Blob): Promise<Blob> {
  const { naturalWidth, naturalHeight } = image
  const scale = Math.min(1, maxSide / Math.max(naturalWidth, naturalHeight))
  const isJpeg = original.type === 'image/jpeg'
  if (scale === 1 && isJpeg && original.size < smallBytes) return original
  if (!(await canvasIsTrue())) return original
  const width = Math.max(1, Math.round(naturalWidth * scale))
  const height = Math.max(1, Math.round(naturalHeight * scale))
  const canvas = createCanvas(width, height, context => {
    // Without a background transparent parts would turn black.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, width, height)
    context.drawImage(image, 0, 0, width, height)
  })
  const blob = await toJpeg(canvas)
  // An AVIF is smaller than its JPEG, but the server cannot read it.
  const isReadable = original.type !== 'image/avif'
  return blob && (blob.size < original.size || !isReadable) ? blob : original
}

const toJpeg = async (canvas: HTMLCanvasElement) => {
  const blob = await new Promise<Blob | null>(done => canvas.toBlob(done, 'image/jpeg', quality))
  // Safari counts canvases against a limit until they are empty.
  canvas.width = 0
  return blob
}

let checking: Promise<boolean> | undefined

/**
 * Tries once whether two known colours come back from a canvas. Browsers that resist fingerprinting
 * (`resistFingerprinting`, CanvasBlocker) return noise in place of what was drawn, and the donor would
 * get stripes.
 */
function canvasIsTrue(): Promise<boolean> {
  checking ??= tryCanvas().catch(() => false)
  return checking
}

const triedSide = 32
const triedColours = [
  [208, 32, 32],
  [32, 64, 208],
]
/** JPEG changes colours by less, and the slight noise of other browsers does no harm. */
const tolerance = 40

async function tryCanvas(): Promise<boolean> {
  const half = triedSide / 2
  const drawn = createCanvas(triedSide, triedSide, context => {
    for (const [index, colour] of triedColours.entries()) {
      context.fillStyle = `rgb(${colour})`
      context.fillRect(0, index * half, triedSide, half)
    }
  })
  const url = URL.createObjectURL((await toJpeg(drawn)) ?? new Blob())
  const image = new Image()
  image.src = url
  await image.decode().finally(() => URL.revokeObjectURL(url))
  let isTrue = true
  createCanvas(triedSide, triedSide, context => {
    context.drawImage(image, 0, 0)
    const { data } = context.getImageData(half, 0, 1, triedSide)
    isTrue = triedColours.every((colour, index) => {
      const start = (index + 0.5) * half * 4
      return colour.every(
        (value, channel) => Math.abs((data[start + channel] ?? 0) - value) < tolerance,
      )
    })
  })
  return isTrue
}

/** Draws the middle of a picture as its thumbnail. */
function drawThumb(image: HTMLImageElement): HTMLCanvasElement {
  const side = Math.min(image.naturalWidth, image.naturalHeight)
  const left = (image.naturalWidth - side) / 2
  const top = (image.naturalHeight - side) / 2
  return createCanvas(thumbSide, thumbSide, context =>
    context.drawImage(image, left, top, side, side, 0, 0, thumbSide, thumbSide),
  )
}

function createCanvas(
  width: number,
  height: number,
  draw: (context: CanvasRenderingContext2D) => void,
): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser has no canvas.')
  context.imageSmoothingQuality = 'high'
  draw(context)
  return canvas
}
