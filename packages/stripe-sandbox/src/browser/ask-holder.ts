import { privateFrame } from './private-frame'

/** What the bank's page tells when it is done, over the port it was given. */
export type HolderAnswer = 'answered' | 'closed'

/** Lays the bank's challenge over the page and waits until it is answered or closed. */
export async function askHolder(address: string): Promise<HolderAnswer> {
  const overlay = document.createElement('div')
  const { style } = overlay
  style.position = 'fixed'
  style.inset = '0'
  style.zIndex = '2147483647'
  const frame = privateFrame(address, '3D Secure (test)')
  frame.style.height = '100%'
  overlay.append(frame)
  document.body.append(overlay)
  const before = document.activeElement
  try {
    return await answerOf(frame, new URL(address).origin)
  } finally {
    overlay.remove()
    if (before instanceof HTMLElement) before.focus()
  }
}

function answerOf(frame: HTMLIFrameElement, origin: string): Promise<HolderAnswer> {
  return new Promise(resolve => {
    const { port1: port, port2: theirs } = new MessageChannel()
    port.onmessage = ({ data }: MessageEvent<HolderAnswer>) => resolve(data)
    frame.addEventListener('load', () => {
      frame.contentWindow?.postMessage('card-sandbox-challenge', origin, [theirs])
      frame.focus()
    })
  })
}
