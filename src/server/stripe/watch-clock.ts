interface Answer {
  lastResponse: { headers: Record<string, string> }
}

/** Compares our clock with the one in the provider's answers: signatures depend on both. */
export function watchClock(now: () => number) {
  let aheadMs: number | null = null
  return {
    note<T extends Answer>(answer: T): T {
      const theirs = Date.parse(answer.lastResponse.headers.date ?? '')
      if (!Number.isNaN(theirs)) aheadMs = now() - theirs
      return answer
    },
    readAheadMs: () => aheadMs,
  }
}

export type WatchedClock = ReturnType<typeof watchClock>
