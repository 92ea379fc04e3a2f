/** The texts of pending orders begin with this in localStorage, and stand below it in the history. */
export const pendingPrefix = 'svichka.pending.'

/** What earlier pages left of their pending orders, by id. Both places are missing in some frames. */
export function readPending(): Record<string, string> {
  const found = readPendingHistory()
  try {
    for (const [key, text] of Object.entries(window.localStorage)) {
      if (key.startsWith(pendingPrefix)) found[key.slice(pendingPrefix.length)] = text
    }
  } catch {
    // No storage in this frame.
  }
  return found
}

export function readPendingHistory(): Record<string, string> {
  return { ...window.history.state?.[pendingPrefix] }
}
