/** Longer than the donor gets (`decode-photo.ts`), so that making it smaller once more costs no sharpness. */
const maxSide = 2048
const quality = 0.85
/** A JPEG below this is sent as it is. */
const smallBytes = 1_500_000
/** As in `styles/mark-form.css`, for a sharp screen. */
const thumbSide = 52 * 2

interface Picture {
  file: File
  /** null: the browser cannot show it. */
  thumb: HTMLCanvasElement | null
}

/**
 * A JPEG that is upright and small enough for a weak connection. What the browser cannot decode, such
 * as a HEIC outside Safari, stays as it is: the server may be able to.
 */
export async function shrinkPicture(file: File): Promise<Picture> {
  const url = URL.createObjectURL(file)
  try {
    // An image element, because createImageBitmap turns pictures upright only in newer browsers.
    const image = new Image()
    image.src = url
    await image.decode()
    return { file: await shrink(image, file), thumb: drawThumb(image) }
  } catch {
    return { file, thumb: null }
  } finally {
    URL.revokeObjectURL(url)
  }
}

async function shrink(image: HTMLImageElement, file: File): Promise<File> {
  const { naturalWidth, naturalHeight } = image
  const scale = Math.min(1, maxSide / Math.max(naturalWidth, naturalHeight))
  if (scale === 1 && file.type === 'image/jpeg' && file.size < smallBytes) return file
  const width = Math.max(1, Math.round(naturalWidth * scale))
  const height = Math.max(1, Math.round(naturalHeight * scale))
  const canvas = createCanvas(width, height, context => {
    // Transparent parts would turn black.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, width, height)
    context.drawImage(image, 0, 0, width, height)
  })
  const blob = await new Promise<Blob | null>(done => canvas.toBlob(done, 'image/jpeg', quality))
  // Safari counts canvases against a limit until they are empty.
  canvas.width = 0
  if (!blob || blob.size >= file.size) return file
  return new File([blob], `${file.name.replace(/\.[^.]*$/, '')}.jpg`, { type: 'image/jpeg' })
}

/** The middle of it. */
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
