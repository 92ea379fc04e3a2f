/**
 * One call at a time per id; concurrent callers share the next one. A caller never gets the result
 * of a call begun before its own, which may say that nothing was paid.
 */
export function shareCalls<T>(call: (id: string) => Promise<T>): (id: string) => Promise<T> {
  const running = new Map<string, Promise<T>>()
  const next = new Map<string, Promise<T>>()
  const start = (id: string): Promise<T> => {
    next.delete(id)
    const answer = call(id).finally(() => {
      if (!next.has(id)) running.delete(id)
    })
    running.set(id, answer)
    return answer
  }
  return id => {
    const current = running.get(id)
    if (!current) return start(id)
    const begin = () => start(id)
    const shared = next.get(id) ?? current.then(begin, begin)
    next.set(id, shared)
    return shared
  }
}
