/** A place in a list that is sorted newest first. */
export interface Place {
  created: number
  seq: number
}

/** Which part of a list is wanted. Bounds in seconds, both ends included. */
export interface Window {
  from: number
  to: number
  /** Only what is older than this place. */
  after?: Place | undefined
  /** Only what is newer than this place; the nearest to it first. */
  before?: Place | undefined
  limit: number
}

export const everything: Window = { from: 0, to: Number.MAX_SAFE_INTEGER, limit: 100 }

const start: Place = { created: Number.MAX_SAFE_INTEGER, seq: Number.MAX_SAFE_INTEGER }
const end: Place = { created: -1, seq: -1 }

/** The eight values that `windowCondition` takes, in its order; the limit comes last. */
export function windowValues(window: Window): number[] {
  const older = window.after ?? start
  const newer = window.before ?? end
  return [window.from, window.to, older.created, older.seq, newer.created, newer.seq, window.limit]
}

/** One index walk, however long the history is. */
export const windowCondition = `created >= ? and created <= ?
  and (created, seq) < (?, ?) and (created, seq) > (?, ?)`
