/** The sandbox's time: real time plus an offset, which tests move either way. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Whole seconds since 1970, as the API writes its times. */
  seconds(): number
  /** The offset, in milliseconds. */
  aheadMs(): number
  /** Negative turns the clock back. */
  advance(ms: number): void
}

/** `saved` keeps the offset across a restart, so that an expired key does not come back to life. */
export function createClock(
  now: () => number,
  saved: { read(): number; write(ms: number): void },
): Clock {
  let ahead = saved.read()
  return {
    now: () => now() + ahead,
    seconds: () => Math.floor((now() + ahead) / 1000),
    aheadMs: () => ahead,
    advance: ms => {
      ahead += ms
      saved.write(ahead)
    },
  }
}
