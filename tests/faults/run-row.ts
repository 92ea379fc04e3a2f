import { startEnvironment } from './environment'
import type { Row } from './row'
import type { Snapshot } from './snapshot'

export interface RowResult {
  row: Row
  /** null: what must happen happened, and every promise held. */
  failure: string | null
  seconds: number
}

/** Runs one row in its own environment, lets everything drain, and checks the promises. */
export async function runRow(row: Row): Promise<RowResult> {
  const startedAt = Date.now()
  const failure = await run(row).then(
    () => null,
    error => (error instanceof Error ? error.message : String(error)),
  )
  return { row, failure, seconds: (Date.now() - startedAt) / 1000 }
}

async function run(row: Row): Promise<void> {
  const { options, tearDown } = (await row.setUp?.()) ?? { options: {} }
  try {
    const env = await startEnvironment(options)
    try {
      const check = await row.run(env)
      const snapshot = await env.drain()
      try {
        check(snapshot)
      } catch (error) {
        throw new Error(`${error instanceof Error ? error.message : error}\n${summarize(snapshot)}`)
      }
    } finally {
      await env.close()
    }
  } finally {
    await tearDown?.()
  }
}

/** What was found instead: an order that is missing may stand as a ticket, or was never paid. */
function summarize({ orders, tickets, donations, charges }: Snapshot): string {
  return JSON.stringify({
    orders: orders.map(order => [
      order.name,
      order.payment,
      order.channel,
      order.payment_intent_id,
    ]),
    tickets: tickets.map(ticket => [ticket.payment_intent_id, ticket.state]),
    donations: donations.map(donation => [donation.payment_intent_id, donation.state]),
    captured: charges.filter(charge => charge.paid).map(charge => charge.payment_intent),
  })
}
