import assert from 'node:assert/strict'
import type { Page } from '@playwright/test'
import { donation } from '../open-sdk'
import { cardFrame, challengeFrame, fillCard, outcome, pay } from '../shop/pay-with'
import type { Target } from './fact'

/** A shop's page with a fresh intent, its card form ready, under the policy that the product sends. */
interface ShopVisit {
  page: Page
  intent: string
  /** The browser's reports about the content security policy. */
  violations: string[]
  target: Target
}

/** A fact about the provider's script, checked in a form that asks for the card alone. */
interface BrowserFact {
  fact: string
  source: string
  check(visit: ShopVisit): Promise<void>
}

const paymentFrame = 'iframe[title="Secure payment input frame"]'

const statusOf = async ({ target, intent }: ShopVisit) =>
  (await target.stripe.paymentIntents.retrieve(intent)).status

/** The bank's challenge is open. */
async function askedByBank({ page }: ShopVisit): Promise<void> {
  await fillCard(page, '4000000000003220')
  await pay(page)
  await challengeFrame(page).locator('#test-source-authorize-3ds').waitFor()
}

const notAuthenticated = {
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}

async function isRefused(visit: ShopVisit): Promise<void> {
  const { error } = await outcome(visit.page)
  const { type, code, message } = error ?? {}
  assert.deepEqual({ type, code, message }, notAuthenticated)
  assert.equal(await statusOf(visit), 'requires_payment_method')
}

/** What the page relies on. */
export const browserFacts: readonly BrowserFact[] = [
  {
    fact: 'with `address: if_required` the card form is at most 230 px high and has no tab',
    source: 'unknown without the provider',
    check: async ({ page }) => {
      const box = await page.locator(paymentFrame).first().boundingBox()
      assert.ok(box && box.height <= 230, `${box?.height} px`)
      assert.equal(await cardFrame(page).getByRole('tab').count(), 0)
    },
  },
  {
    fact: 'with `address: if_required` it asks for the card alone, and pays without more',
    source: 'docs',
    check: async visit => {
      assert.equal(await cardFrame(visit.page).locator('#Field-countryInput').isVisible(), false)
      await fillCard(visit.page, '4242424242424242')
      await pay(visit.page)
      assert.equal((await outcome(visit.page)).paymentIntent?.status, 'succeeded')
    },
  },
  {
    fact: 'the policy of the page is wide enough: the browser reports nothing',
    source: 'docs',
    check: async visit => {
      await askedByBank(visit)
      assert.deepEqual(visit.violations, [])
    },
  },
  {
    fact: 'a declined card resolves to its error, in the language of the form',
    source: 'recorded',
    check: async visit => {
      await fillCard(visit.page, '4000000000000002')
      await pay(visit.page)
      const { error } = await outcome(visit.page)
      assert.deepEqual(
        [error?.type, error?.decline_code, error?.message],
        ['card_error', 'generic_decline', 'Your card was declined.'],
      )
    },
  },
  {
    fact: 'an incomplete card is a validation error, and nothing is sent',
    source: 'public tests',
    check: async visit => {
      await pay(visit.page)
      const { error } = await outcome(visit.page)
      assert.deepEqual(
        [error?.type, error?.code, error?.message],
        ['validation_error', 'incomplete_number', 'Your card number is incomplete.'],
      )
    },
  },
  {
    fact: 'elements of an amount confirm the intent that is named afterwards',
    source: 'docs',
    check: async visit => {
      await fillCard(visit.page, '4242424242424242')
      await pay(visit.page)
      const { paymentIntent } = await outcome(visit.page)
      assert.deepEqual([paymentIntent?.id, paymentIntent?.status], [visit.intent, 'succeeded'])
    },
  },
  {
    fact: 'Enter in a field of the card is a submit event of the form around it',
    source: 'react-stripe-js #306',
    check: async visit => {
      await fillCard(visit.page, '4242424242424242')
      await cardFrame(visit.page).locator('#Field-cvcInput').press('Enter')
      assert.equal((await outcome(visit.page)).paymentIntent?.status, 'succeeded')
    },
  },
  {
    fact: '3-D Secure passed: paid',
    source: 'docs',
    check: async visit => {
      await askedByBank(visit)
      await challengeFrame(visit.page).locator('#test-source-authorize-3ds').click()
      assert.equal((await outcome(visit.page)).paymentIntent?.status, 'succeeded')
    },
  },
  {
    fact: '3-D Secure failed: not authenticated, and the intent is open again',
    source: 'stripe-react-native #923',
    check: async visit => {
      await askedByBank(visit)
      await challengeFrame(visit.page).locator('#test-source-fail-3ds').click()
      await isRefused(visit)
    },
  },
  {
    fact: '3-D Secure closed: the same',
    source: 'stripe-js #275, stripe-ios #1353, stripe-android #1430',
    check: async visit => {
      await askedByBank(visit)
      const overlay = visit.page.frameLocator('body > div > iframe[name^="__privateStripeFrame"]')
      await overlay
        .getByRole('button', { name: /close|cancel/i })
        .first()
        .click()
      await isRefused(visit)
    },
  },
  {
    fact: '3-D Secure left by closing the page: the question stays open',
    source: 'unknown without the provider',
    check: async visit => {
      await askedByBank(visit)
      await visit.page.close()
      assert.equal(await statusOf(visit), 'requires_action')
    },
  },
]

/** Opens the shop for one fact. `stripeScript` replaces the provider's script; null: the real one. */
export async function openShop(
  page: Page,
  target: Target,
  shopUrl: string,
  stripeScript: string | null,
): Promise<ShopVisit> {
  const violations: string[] = []
  page.on('console', message => {
    if (/content security policy/i.test(message.text())) violations.push(message.text())
  })
  const { id, client_secret } = await target.stripe.paymentIntents.create(donation)
  const query = new URLSearchParams({
    key: target.publishableKey,
    secret: client_secret ?? '',
    allow: stripeScript ? new URL(stripeScript).origin : 'provider',
    ...(stripeScript && { stripe: stripeScript }),
  })
  await page.goto(`${shopUrl}/?${query}`)
  await page.getByText('ready', { exact: true }).waitFor({ timeout: 30_000 })
  return { page, intent: id, violations, target }
}
