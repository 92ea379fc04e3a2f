import type { Browser } from 'playwright-core'
import type { Evidence } from './evidence'
import type { Stage, StageOptions } from './stage'

export type Where =
  | 'create intent'
  | 'script'
  | 'pay'
  | 'order POST'
  | 'webhook'
  | 'after'
  | 'mail'
  | 'ops'

/** What is to be seen in the books once everything has drained, beyond the promises. */
export type Afterwards = (evidence: Evidence) => void

/** One line of the fault matrix: what goes wrong, and what must happen all the same. */
export interface Row {
  number: number
  where: Where
  fault: string
  must: string
  /** A stage of its own kind, and what to take down after it. */
  set?(): Promise<{ options: StageOptions; strike?(): Promise<void> }>
  play(stage: Stage, browser: () => Promise<Browser>): Promise<Afterwards>
}
