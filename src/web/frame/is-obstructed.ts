/**
 * Whether the form cannot work in this sandboxed frame: without an origin no call of ours is
 * allowed, and without forms no order is ever sent.
 */
export function isObstructed(): boolean {
  return window.origin === 'null' || (window.parent !== window && !formsAreAllowed())
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
