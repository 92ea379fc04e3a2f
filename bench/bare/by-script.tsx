import { createRoot } from 'react-dom/client'
import { openDesk } from '../../src/web/checkout/desk'
import { App } from '../../src/web/components/app'
import { loadTexts } from '../../src/web/locales/load-texts'

// Our own page as it would be without being rendered at build: the same parts, drawn by script.
const root = document.getElementById('page')
document.documentElement.dataset.started = 'yes'
if (root) {
  const speech = { language: 'uk', texts: await loadTexts('uk') } as const
  createRoot(root).render(<App desk={openDesk()} speech={speech} />)
}
