import type { Page } from '@playwright/test'
import sharp from 'sharp'

/** Large enough for a photo. */
export function drawPhoto(): Promise<Buffer> {
  const create = { width: 900, height: 700, channels: 3 as const, background: '#7a3b12' }
  return sharp({ create }).png().toBuffer()
}

/** As a phone stores one that was taken upright. */
export function drawTurnedPhoto(): Promise<Buffer> {
  const create = { width: 3000, height: 1500, channels: 3 as const, background: '#7a3b12' }
  return sharp({ create }).jpeg().withMetadata({ orientation: 6 }).toBuffer()
}

/** Of the temple's page. */
export function findParts(page: Page) {
  return {
    lit: page.locator('.bar [value=lit]'),
    undo: page.locator('.act > [value=undo]'),
    hint: page.locator('.bar .hint'),
    album: page.locator('[name=photo]'),
    thumbs: page.locator('.thumbs'),
    boxes: page.locator('[type=checkbox]'),
    row: (name: string) => page.getByRole('checkbox', { name }),
  }
}
