import type { Store } from '../../../src/server/db/store'

/** What is stored although it should not be, one sentence each. Nobody paid in these tests. */
export async function checkStore({ db }: Store): Promise<string[]> {
  const orders = await db.selectFrom('orders').selectAll().execute()
  const donations = await db.selectFrom('donations').selectAll().execute()
  const faults: string[] = []
  const check = (holds: boolean, fault: string) => {
    if (!holds) faults.push(fault)
  }
  for (const order of orders) {
    const words = [order.name, order.purpose, order.email ?? '']
    const isFree = order.payment === 'none'
    check(isFree || order.payment === 'claimed', `${order.id} counts as ${order.payment}`)
    check(order.confirmedKopiykas === 0, `${order.id} has confirmed money`)
    check(!isFree || (order.name !== '' && order.purpose !== ''), `${order.id} is empty`)
    check(['uk', 'ru', 'en'].includes(order.language), `${order.id} is in ${order.language}`)
    check(!/(?![\n\t])[\p{Cc}\p{Cs}]/u.test(words.join()), `${order.id} holds control characters`)
    check(order.name.length <= 1000 && order.purpose.length <= 1000, `${order.id} is too long`)
  }
  for (const donation of donations) {
    const uah = donation.amountKopiykas / 100
    const isAllowed = Number.isInteger(uah) && uah >= 100 && uah <= 100_000
    check(isAllowed, `${donation.paymentIntentId} is of ${uah} UAH`)
    const isMoved = donation.receivedKopiykas > 0 || donation.reversalReportedAt !== null
    check(!isMoved, `${donation.paymentIntentId} received or returned money`)
  }
  const drafts = donations.filter(({ draft }) => draft !== null)
  check(drafts.length === 0, `${drafts.length} drafts of unknown payments`)
  return faults
}
