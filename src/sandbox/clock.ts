/** The sandbox's own time: real time plus whatever a test has turned it forward. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Whole seconds since 1970, as the API writes its times. */
  seconds(): number
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
    advance: ms => {
      turned += ms
      kept.write(turned)
    },
  }
}
