import type { Environment } from '../environment'
import type { Snapshot } from '../snapshot'

export const countIntents = async (env: Environment) => (await env.snapshot()).intents.length

export const countOrders = async (env: Environment) => (await env.snapshot()).orders.length

/** The names of all orders with their payment, sorted. */
export const paymentsOf = ({ orders }: Snapshot) =>
  orders.map(order => `${order.name}: ${order.payment}`).sort()
