import { hydrateRoot } from 'react-dom/client'
import { defaultLanguage, isLanguage, languages } from '../shared/language'
import { openDesk } from './checkout/desk'
import { App } from './components/app'
import { whenIdle } from './components/when-idle'
import { findObstacle } from './frame/find-obstacle'
import { postHeightChanges } from './frame/post-height'
import { loadTexts } from './locales/load-texts'

/** Takes over the page that came as HTML, in the language it was written in. */
async function start(page: HTMLElement) {
  postHeightChanges(page)
  if (findObstacle()) {
    document.documentElement.dataset.started = 'never'
    return
  }
  const { lang } = document.documentElement
  const language = isLanguage(lang) ? lang : defaultLanguage
  const speech = { language, texts: await loadTexts(language) }
  hydrateRoot(page, <App desk={openDesk()} speech={speech} />)
  document.documentElement.dataset.started = 'yes'
  whenIdle(prefetch)
}

/** What the visitor may need next, fetched while nothing else is going on. */
function prefetch() {
  const parts = [
    ...languages.map(loadTexts),
    import('./components/ask-for-intent'),
    import('./components/order-without-donation'),
    import('./checkout/card-form'),
  ]
  Promise.all(parts).catch(() => undefined)
}

const page = document.getElementById('page')
if (page) start(page).catch(reportError)
