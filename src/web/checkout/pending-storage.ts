/** Records in localStorage begin so, and the history's state has them under this key. */
export const pendingPrefix = 'svichka.pending.'

/** Reads the records of earlier pages, by the payment's id. Some frames have neither storage nor history. */
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
