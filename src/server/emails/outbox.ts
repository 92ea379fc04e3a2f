import type { LetterKind } from './letter'

/** Delivers the letters that the store holds. A letter's failure never undoes what caused it. */
export interface Outbox {
  /**
   * One bounded try for a letter just stored. True only if the mail server accepted it within
   * `timeoutMs`; a try that takes longer goes on, and the loop owns what did not work.
   */
  tryNow(subjectId: string, kind: LetterKind, timeoutMs: number): Promise<boolean>
  /** Every letter that is due gets one try; the loop does the same little by little. Resolves to how many were sent. */
  runOnce(): Promise<number>
  start(): void
  /** Stops the loop and waits for the letter in hand. */
  stop(): Promise<void>
}
