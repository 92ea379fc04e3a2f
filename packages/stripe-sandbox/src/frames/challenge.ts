import { askForDecision } from './bank-talk'

/** The bank inside the overlay: tells the frame around it that it is done. */
askForDecision(() => window.parent.postMessage('answered', location.origin))
document.addEventListener('keydown', event => {
  if (event.key === 'Escape') window.parent.postMessage('closed', location.origin)
})
document.getElementById('test-source-authorize-3ds')?.focus()
