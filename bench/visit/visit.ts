/** What one visit to a page showed. Times in ms since navigation, bytes as they crossed the wire. */
export interface Visit {
  firstPaint: number
  largestPaint: number
  /** When React had the first field; null: never, the page has no script of ours. */
  takenOver: number | null
  layoutShift: number
  /** Time beyond 50 ms of each long task after the first paint. */
  blocking: number
  /** Requests that were answered in full by the first paint, and all until the page was quiet. */
  requestsToPaint: number
  requests: number
  bytes: number
}
