import { paymentAsked } from './bank-talk'
import { writeCaptions } from './captions'

/** The overlay: shows the bank, and tells the page over the port it was given how it ended. */
let port: MessagePort | undefined
const bank = document.getElementById('challengeFrame')

const captions = writeCaptions(paymentAsked().locale)
document.getElementById('close')?.setAttribute('aria-label', captions.close)
if (bank instanceof HTMLIFrameElement) bank.src = `./challenge.html${location.search}`

const close = () => port?.postMessage('closed')
document.getElementById('close')?.addEventListener('click', close)
document.addEventListener('keydown', event => {
  if (event.key === 'Escape') close()
})

window.addEventListener('message', event => {
  const [given] = event.ports
  if (event.source === window.parent && event.data === 'card-sandbox-challenge') port = given
  const fromBank = bank instanceof HTMLIFrameElement && event.source === bank.contentWindow
  if (fromBank && event.origin === location.origin) port?.postMessage(event.data)
})
