/**
 * Why the form could not work inside a sandboxed frame, or undefined if it can: without an
 * origin no call of ours is allowed, and without forms no order is ever sent.
 */
export function findObstacle(): 'no-origin' | 'no-forms' | undefined {
  if (window.origin === 'null') return 'no-origin'
  if (window.parent !== window && !formsAreAllowed()) return 'no-forms'
  return undefined
}

// A sandbox that forbids forms drops the submission before its event is fired.
function formsAreAllowed(): boolean {
  let allowed = false
  const probe = document.createElement('form')
  probe.hidden = true
  probe.addEventListener('submit', event => {
    event.preventDefault()
    allowed = true
  })
  document.body.append(probe)
  probe.requestSubmit()
  probe.remove()
  return allowed
}
