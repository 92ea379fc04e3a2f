import type { Environment } from '../environment'
import type { Snapshot } from '../snapshot'

export const statusOf = ({ intents }: Snapshot, id: string | null) =>
  intents.find(intent => intent.id === id)?.status

export const countIntents = async (env: Environment) => (await env.snapshot()).intents.length

export const countOrders = async (env: Environment) => (await env.snapshot()).orders.length

/** The kinds of all emails, sorted. */
export const emailKinds = ({ emails }: Snapshot) => emails.map(email => email.kind).sort()

/** The names of all orders with their payment, sorted. */
export const paymentsOf = ({ orders }: Snapshot) =>
  orders.map(order => `${order.name}: ${order.payment}`).sort()
