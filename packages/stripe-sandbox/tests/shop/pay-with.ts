import { expect, type FrameLocator, type Page } from '@playwright/test'

type Place = Page | FrameLocator

/** The selectors that public end-to-end suites use for the real one. */
export function cardFrame(page: Place): FrameLocator {
  return page.frameLocator('iframe[title="Secure payment input frame"]')
}

export function challengeFrame(page: Place): FrameLocator {
  return page
    .frameLocator('body > div > iframe[name^="__privateStripeFrame"]')
    .frameLocator('iframe#challengeFrame')
}

export async function fillCard(page: Place, number: string, expiry = '12 / 34'): Promise<void> {
  const frame = cardFrame(page)
  await frame.locator('#Field-numberInput').fill(number)
  await frame.locator('#Field-expiryInput').fill(expiry)
  await frame.locator('#Field-cvcInput').fill('123')
}

export async function pay(page: Place): Promise<void> {
  await page.getByRole('button', { name: 'Pay' }).click()
}

interface Outcome {
  paymentIntent?: { id: string; status: string }
  error?: { type: string; code?: string; decline_code?: string; message: string }
}

/** The result of `confirmPayment`, as the shop shows it. */
export async function outcome(page: Place): Promise<Outcome> {
  const place = page.getByTestId('outcome')
  await expect(place).toHaveText(/^\{/)
  return JSON.parse((await place.textContent()) ?? '')
}
