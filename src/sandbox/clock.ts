/** The sandbox's own time: real time plus however far a test has turned it, either way. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Whole seconds since 1970, as the API writes its times. */
  seconds(): number
  /** How far it is turned, in milliseconds. */
  aheadMs(): number
  /** Negative turns it back. */
  advance(ms: number): void
}

/** `kept` keeps the turn across a restart, so that an expired key does not come back to life. */
export function turnableClock(
  now: () => number,
  kept: { read(): number; write(ms: number): void },
): Clock {
  let turned = kept.read()
  return {
    now: () => now() + turned,
    seconds: () => Math.floor((now() + turned) / 1000),
    aheadMs: () => turned,
    advance: ms => {
      turned += ms
      kept.write(turned)
    },
  }
}
