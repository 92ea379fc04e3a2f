import { createFrame } from './payment-element'

/** Shows the bank's challenge or a wallet over the page. Resolves to the answer, or to `closed`. */
export async function openOverlay(address: string, title: string): Promise<string> {
  const overlay = document.createElement('div')
  Object.assign(overlay.style, { position: 'fixed', inset: '0', zIndex: '2147483647' })
  const frame = createFrame(address, title)
  frame.style.height = '100%'
  frame.addEventListener('load', () => frame.focus())
  overlay.append(frame)
  const focused = document.activeElement
  document.body.append(overlay)
  const answer = await new Promise<string>(resolve =>
    window.addEventListener('message', function onMessage({ source, data }) {
      if (source !== frame.contentWindow) return
      window.removeEventListener('message', onMessage)
      resolve(data)
    }),
  )
  overlay.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return answer
}
