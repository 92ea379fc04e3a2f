export interface Painted {
  firstPaint: number
  largestPaint: number
  takenOver: number | null
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
  const painted: Painted = {
    firstPaint: 0,
    largestPaint: 0,
    takenOver: null,
    layoutShift: 0,
    longTasks: [],
  }
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
  // React keeps the handlers of an element in a property of it, from the moment it has them.
  const look = () => {
    const field = document.querySelector('[name=forWhom]')
    if (field && Object.keys(field).some(key => key.startsWith('__reactProps')))
      painted.takenOver = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  window.painted = painted
}
