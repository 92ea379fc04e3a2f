import type { Environment, EnvironmentOptions } from './environment'
import type { Snapshot } from './snapshot'

/** What the snapshot must show once everything has drained, beyond the promises. */
export type Afterwards = (snapshot: Snapshot) => void

/** One fault that only real processes can have, and what must happen all the same. */
export interface Row {
  number: number
  fault: string
  must: string
  /** Options for its environment, and what to clean up after it. */
  setUp?(): Promise<{ options: EnvironmentOptions; tearDown?(): Promise<void> }>
  run(env: Environment): Promise<Afterwards>
}
