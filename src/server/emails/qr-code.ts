import { encodeQR } from 'qr'
import { type Html, html } from '../html'

/** Stands in a sheet until its link has been signed. The blanks end the address. */
export function qrPlaceholder(address: string): Html {
  return html`<!--qr ${address} -->`
}

/** A visitor's text holds no placeholder, because its `<` is escaped. */
const placeholders = /<!--qr (\S+) -->/g

/**
 * Draws the address in each placeholder as an SVG with four modules of white around it (ISO/IEC 18004,
 * 5.3.8), to be read even if a tenth of it is stained.
 */
export function drawQrCodes(sheet: string): string {
  return sheet.replace(placeholders, (_, address: string) =>
    encodeQR(address, 'svg', { ecc: 'medium', border: 4 }),
  )
}
