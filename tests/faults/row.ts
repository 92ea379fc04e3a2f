import type { Browser } from 'playwright-core'
import type { Environment, EnvironmentOptions } from './environment'
import type { Snapshot } from './snapshot'

export type Where =
  | 'create intent'
  | 'script'
  | 'pay'
  | 'order POST'
  | 'webhook'
  | 'after'
  | 'mail'
  | 'ops'

/** What the snapshot must show once everything has drained, beyond the promises. */
export type Afterwards = (snapshot: Snapshot) => void

/** One line of the fault matrix: what goes wrong, and what must happen all the same. */
export interface Row {
  number: number
  where: Where
  fault: string
  must: string
  /** Options for its environment, and what to clean up after it. */
  setUp?(): Promise<{ options: EnvironmentOptions; tearDown?(): Promise<void> }>
  run(env: Environment, browser: () => Promise<Browser>): Promise<Afterwards>
}
