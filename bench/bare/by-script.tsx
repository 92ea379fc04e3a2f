import { createRoot } from 'react-dom/client'
import { createCheckoutStore } from '../../src/web/checkout/store'
import { App } from '../../src/web/components/app'
import { loadMessages } from '../../src/web/locales/load-messages'

// Our own page as it would be without being rendered at build: the same parts, drawn by script.
const root = document.getElementById('page')
document.documentElement.dataset.started = 'yes'
if (root) {
  const store = createCheckoutStore({ language: 'uk', messages: await loadMessages('uk') })
  createRoot(root).render(<App store={store} />)
}
