import type { FrameLocator, Page } from '@playwright/test'

/** The selectors public end-to-end suites use for the real one. */
export function cardFrame(page: Page | FrameLocator): FrameLocator {
  return page.frameLocator('iframe[title="Secure payment input frame"]')
}

export async function fillCard(
  page: Page | FrameLocator,
  number: string,
  expiry = '12 / 34',
  cvc = '123',
): Promise<void> {
  const frame = cardFrame(page)
  await frame.locator('#Field-numberInput').fill(number)
  await frame.locator('#Field-expiryInput').fill(expiry)
  await frame.locator('#Field-cvcInput').fill(cvc)
}

export function challenge(page: Page | FrameLocator): FrameLocator {
  return page
    .frameLocator('body > div > iframe[name^="__privateStripeFrame"]')
    .frameLocator('iframe#challengeFrame')
}
