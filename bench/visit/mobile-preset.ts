import type { CDPSession, Page } from 'playwright-core'

/**
 * Lighthouse's mobile preset: 150 ms round trip, 1.6 Mbit/s, a processor four times slower. The
 * browser's throttling knows no connection set-up, so Lighthouse's own factors for it are applied:
 * 3.75 round trips for each request, 0.9 of the throughput
 * (github.com/GoogleChrome/lighthouse, docs/throttling.md).
 */
const roundTripMs = 150
const kilobitsPerSecond = 1.6 * 1024
const slowdown = 4

export interface Network {
  latency: number
  downloadThroughput: number
  uploadThroughput: number
}

const mobile: Network = {
  latency: roundTripMs * 3.75,
  downloadThroughput: (kilobitsPerSecond * 0.9 * 1024) / 8,
  uploadThroughput: (750 * 0.9 * 1024) / 8,
}

/** "Slow 3G" as the browser's own tools had it: 400 ms five times over, 400 kbit/s. */
export const slow3g: Network = {
  latency: 2_000,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
}

export const phone = { width: 412, height: 823, scale: 1.75 }

export async function throttle(page: Page, network: Network = mobile): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    ...network,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return session
}
