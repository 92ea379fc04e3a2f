/** CSS pixels. No form is taller, and a frame must not swallow its host page. */
const tallest = 10_000

/** Whole CSS pixels; undefined: another message. */
export function readHeight(data: unknown): number | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  if (!('type' in data) || data.type !== 'IFRAME_HEIGHT' || !('height' in data)) return undefined
  const { height } = data
  if (typeof height !== 'number' || !Number.isInteger(height)) return undefined
  return height > 0 && height <= tallest ? height : undefined
}
