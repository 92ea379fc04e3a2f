/** No honest form is taller; a frame is not to swallow the page that embeds it. In CSS pixels. */
const tallest = 10_000

/** The height a frame asks for, in whole CSS pixels, or undefined if the message is another's. */
export function readHeight(data: unknown): number | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  if (!('type' in data) || data.type !== 'IFRAME_HEIGHT' || !('height' in data)) return undefined
  const { height } = data
  if (typeof height !== 'number' || !Number.isInteger(height)) return undefined
  return height > 0 && height <= tallest ? height : undefined
}
