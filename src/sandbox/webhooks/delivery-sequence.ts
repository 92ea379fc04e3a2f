/**
 * Which delivery waits for which. Deliveries are sent side by side, as the provider sends them; where
 * an order was asked for, each goes only after the one before it has been tried.
 */
export interface DeliverySequence {
  /** These are to leave one after the other, in this order. */
  chain(ids: readonly number[]): void
  /** The delivery that has to be tried first, if there is one. */
  before(id: number): number | undefined
  forget(id: number): void
}

/** Kept in memory: after a restart nobody has promised an order. */
export function deliverySequence(): DeliverySequence {
  const previous = new Map<number, number>()
  return {
    chain: ids => {
      for (const [place, id] of ids.entries()) {
        const earlier = ids[place - 1]
        if (earlier === undefined) previous.delete(id)
        else previous.set(id, earlier)
      }
    },
    before: id => previous.get(id),
    forget: id => {
      previous.delete(id)
    },
  }
}
