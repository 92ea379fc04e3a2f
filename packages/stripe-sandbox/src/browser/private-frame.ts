let made = 0

/** A frame named as the provider names its own. Styled by property: a page's CSP forbids less so. */
export function privateFrame(source: string, title: string): HTMLIFrameElement {
  made += 1
  const frame = document.createElement('iframe')
  frame.name = `__privateStripeFrame${made}${Math.floor(Math.random() * 10_000)}`
  frame.title = title
  frame.src = source
  frame.style.border = '0'
  frame.style.display = 'block'
  frame.style.width = '100%'
  frame.style.colorScheme = 'light'
  return frame
}
