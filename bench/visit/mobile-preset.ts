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

export const phone = { width: 412, height: 823, scale: 1.75 }

export async function throttle(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: roundTripMs * 3.75,
    downloadThroughput: (kilobitsPerSecond * 0.9 * 1024) / 8,
    uploadThroughput: (750 * 0.9 * 1024) / 8,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return session
}
