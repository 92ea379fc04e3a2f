import sharp from 'sharp'

/** A phone's photo: rotated, with GPS data. */
export function takePhoto(width = 640): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 20 }
  return sharp({ create: { width, height: width * 0.75, channels: 3, background: '#a50', noise } })
    .withMetadata({
      orientation: 6,
      exif: {
        IFD0: { Make: 'Phone' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '50/1 27/1 0/1' },
      },
    })
    .jpeg()
    .toBuffer()
}
