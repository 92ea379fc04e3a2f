export interface Painted {
  firstPaint: number
  largestPaint: number
  layoutShift: number
  longTasks: { start: number; duration: number }[]
}

declare global {
  interface Window {
    painted?: Painted
  }
}

interface LayoutShift extends PerformanceEntry {
  value: number
}

/** Runs in the page before anything else: notes what the browser tells of painting. */
export function watchPaint(): void {
  const painted: Painted = { firstPaint: 0, largestPaint: 0, layoutShift: 0, longTasks: [] }
  const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver(list => list.getEntries().forEach(note)).observe({
      type,
      buffered: true,
    })
  watch('paint', entry => {
    if (entry.name === 'first-contentful-paint') painted.firstPaint = entry.startTime
  })
  watch('largest-contentful-paint', entry => {
    painted.largestPaint = entry.startTime
  })
  watch('layout-shift', entry => {
    painted.layoutShift += (entry as LayoutShift).value
  })
  watch('longtask', ({ startTime, duration }) =>
    painted.longTasks.push({ start: startTime, duration }),
  )
  window.painted = painted
}
