import { type Browser, chromium } from 'playwright-core'
import type { Evidence } from './evidence'
import type { Row } from './row'
import { openStage } from './stage'

export interface Verdict {
  row: Row
  /** null: what must happen happened, and every promise held. */
  failure: string | null
  seconds: number
}

/** Plays one row on a stage of its own, lets everything drain, and compares the books. */
export async function runRow(row: Row, browser: () => Promise<Browser>): Promise<Verdict> {
  const startedAt = Date.now()
  const failure = await play(row, browser).then(
    () => null,
    error => (error instanceof Error ? error.message : String(error)),
  )
  return { row, failure, seconds: (Date.now() - startedAt) / 1000 }
}

async function play(row: Row, browser: () => Promise<Browser>): Promise<void> {
  const { options, strike } = (await row.set?.()) ?? { options: {} }
  try {
    const stage = await openStage(options)
    try {
      const lookAfterwards = await row.play(stage, browser)
      const evidence = await stage.drain()
      try {
        lookAfterwards(evidence)
      } catch (error) {
        throw new Error(`${error instanceof Error ? error.message : error}\n${summarize(evidence)}`)
      }
    } finally {
      await stage.close()
    }
  } finally {
    await strike?.()
  }
}

/** What was found instead: an order that is missing may stand as a ticket, or was never paid. */
function summarize({ orders, tickets, donations, charges }: Evidence): string {
  return JSON.stringify({
    orders: orders.map(order => [order.name, order.payment, order.source, order.payment_intent_id]),
    tickets: tickets.map(ticket => [ticket.payment_intent_id, ticket.state]),
    donations: donations.map(donation => [donation.payment_intent_id, donation.state]),
    captured: charges.filter(charge => charge.paid).map(charge => charge.payment_intent),
  })
}

/** A real Chromium, started when the first row asks for it. */
export function lazyBrowser() {
  let started: Promise<Browser> | null = null
  return {
    open: () => {
      started ??= chromium.launch({
        executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
        args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      })
      return started
    },
    close: async () => (await started)?.close(),
  }
}
