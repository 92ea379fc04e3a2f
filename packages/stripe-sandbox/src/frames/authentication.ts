import { writeCaptions } from './captions'

/** The overlay: shows the bank, and tells the page over the port it was given how it ended. */
const query = new URLSearchParams(location.search)
const captions = writeCaptions(query.get('locale') ?? navigator.language)
const bank = document.getElementById('challengeFrame')
const closeButton = document.getElementById('close')
let port: MessagePort | undefined

closeButton?.setAttribute('aria-label', captions.close)
if (bank instanceof HTMLIFrameElement) bank.src = `./bank.html?${query}&in_window`

const close = () => port?.postMessage('closed')
closeButton?.addEventListener('click', close)
document.addEventListener('keydown', event => {
  if (event.key === 'Escape') close()
})

window.addEventListener('message', event => {
  const [given] = event.ports
  if (event.source === window.parent && event.data === 'card-sandbox-challenge') port = given
  const fromBank = bank instanceof HTMLIFrameElement && event.source === bank.contentWindow
  if (fromBank && event.origin === location.origin) port?.postMessage(event.data)
})
