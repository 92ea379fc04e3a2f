import type { Environment } from './environment'
import type { Snapshot } from './snapshot'

/** A fault that only real processes can have, and what must happen. */
export interface Row {
  number: number
  fault: string
  must: string
  /** Resolves to what the snapshot must show once everything has drained, beyond the promises. */
  run(env: Environment): Promise<(snapshot: Snapshot) => void>
}

export const countOrders = async (env: Environment) => (await env.snapshot()).orders.length

/** The names of all orders with their payment, sorted. */
export const paymentsOf = ({ orders }: Snapshot) =>
  orders.map(order => `${order.name}: ${order.payment}`).sort()
