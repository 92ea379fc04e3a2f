import { hydrateRoot } from 'react-dom/client'
import { defaultLanguage, isLanguage, languages } from '../shared/language'
import { readPending } from './checkout/pending-storage'
import { isPressed } from './checkout/state'
import { type CheckoutStore, createCheckoutStore } from './checkout/store'
import { App } from './components/app'
import { loadUntilHere, whenIdle } from './components/late-code'
import { followHost, postHeightChanges, tellHost, tellOrders } from './frame/host-window'
import { isObstructed } from './frame/is-obstructed'
import { loadMessages } from './locales/load-messages'

/** Takes over the page that came as HTML, in the language it was written in. */
async function start(page: HTMLElement) {
  const isForm = page.querySelector('form') !== null
  const cannotStart = isForm && isObstructed()
  const tellHeight = postHeightChanges(cannotStart ? document.documentElement : page)
  const { dataset, lang } = document.documentElement
  // A page that only says something has nothing to take over.
  if (!isForm) {
    followHost(tellHeight)
    if (page.querySelector('[data-notice="thanks"]') && isFirstVisit())
      tellHost({ type: 'svichka:ordered', donated: false })
    return
  }
  if (cannotStart) {
    dataset.started = 'never'
    return
  }
  const language = isLanguage(lang) ? lang : defaultLanguage
  const { filled } = page.dataset
  const store = createCheckoutStore(
    { language, messages: await loadMessages(language) },
    filled && JSON.parse(filled),
  )
  hydrateRoot(page, <App store={store} />)
  resumePayment(store)
  followHost(tellHeight, store)
  tellOrders(store)
  dataset.started = 'yes'
  tellHost({ type: 'svichka:ready' })
  whenIdle(prefetch)
}

/** Neither a reload nor a way back. */
function isFirstVisit(): boolean {
  const [visit] = performance.getEntriesByType('navigation')
  return visit instanceof PerformanceNavigationTiming && visit.type === 'navigate'
}

/** Takes up a payment that an earlier page began: after a load, and on Back from a bank's page. */
function resumePayment(store: CheckoutStore) {
  const resume = async () => {
    const { resumePendingOrders } = await loadUntilHere(() => import('./checkout/resume'))
    await resumePendingOrders(store)
  }
  const expected = Object.keys(readPending()).length > 0
  // Until it is known what is pending no other payment is begun.
  if (expected) store.dispatch({ type: 'order-expected', expected })
  if (expected || window.location.search.includes('payment_intent')) resume().catch(reportError)

  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && isPressed(store.getState().payment)) resume().catch(reportError)
  })
}

/** What the visitor may need next, fetched while nothing else is going on. */
function prefetch() {
  const parts = [
    ...languages.map(loadMessages),
    import('./checkout/create-intent'),
    import('./checkout/place-free-order'),
    import('./components/card-form'),
  ]
  Promise.all(parts).catch(() => undefined)
}

const page = document.getElementById('page')
if (page) start(page).catch(reportError)
