import { notifyHost } from './host-window'

/** The heading and the card fields together have this height, CSS pixels. */
const answerHeight = 300

/** Scrolls the answer to an amount into view. A margin keeps the amounts in view, too. */
export function showAnswer(): void {
  requestAnimationFrame(() => {
    const answer = document.querySelector('.answer')
    if (!answer) return
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    answer.scrollIntoView({ block: 'nearest', behavior: isStill ? 'auto' : 'smooth' })
    const top = answer.getBoundingClientRect().top + window.scrollY
    notifyHost({
      type: 'svichka:show',
      top: Math.floor(top),
      bottom: Math.ceil(top + answerHeight),
    })
  })
}
