import type { Evidence } from '../evidence'
import type { Stage } from '../stage'

export const statusOf = ({ intents }: Evidence, id: string | null) =>
  intents.find(intent => intent.id === id)?.status

export const countIntents = async (stage: Stage) => (await stage.evidence()).intents.length

export const countOrders = async (stage: Stage) => (await stage.evidence()).orders.length

/** The kinds of all letters, sorted. */
export const letterKinds = ({ letters }: Evidence) => letters.map(letter => letter.kind).sort()

/** The names of all orders with their payment, sorted. */
export const paymentsOf = ({ orders }: Evidence) =>
  orders.map(order => `${order.name}: ${order.payment}`).sort()
