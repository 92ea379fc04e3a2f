/** The prefix of pending orders in localStorage, and their key in the history's state. */
export const pendingPrefix = 'svichka.pending.'

/** Whether a page after this one finds the order. A reload of the host empties a frame's history. */
export function isKept(id: string): boolean {
  try {
    return window.localStorage.getItem(pendingPrefix + id) !== null
  } catch {
    return window.parent === window
  }
}

/** The pending orders of earlier pages, by id. Some frames have neither storage nor history. */
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
