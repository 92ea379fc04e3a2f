import { hydrateRoot } from 'react-dom/client'
import { defaultLanguage, languages } from '../shared/language'
import { readPending } from './checkout/pending-storage'
import { amountOf, isFrozen } from './checkout/state'
import { type CheckoutStore, createCheckoutStore } from './checkout/store'
import { App } from './components/app'
import { orderFormId } from './components/controls'
import { notifyHeight, notifyHost } from './frame/host-window'
import { loadCheckoutWithRetry } from './load-checkout'
import { readFilled, readTemple } from './page-data'
import { followTouches, takeOver } from './take-over'
import { pageLoaded } from './timing'

function start(page: HTMLElement) {
  const form = page.querySelector<HTMLFormElement>(`#${orderFormId}`)
  notifyHeight(page)
  const { dataset, lang } = document.documentElement
  // The page of a result has no form, so nothing has to be hydrated.
  if (!form) {
    if (page.querySelector('[data-result="thanks"]') && isFirstVisit())
      notifyHost({ type: 'svichka:ordered', donated: false })
    return
  }
  const language = languages.find(each => each === lang) ?? defaultLanguage
  const store = createCheckoutStore(language, readFilled(page), readTemple(page, language))
  drawPage(page, form, store)
  resumePayment(store)
  dataset.started = 'yes'
}

/** After an error in React the page is drawn again so often. An extension may remove React's nodes. */
const maxRedraws = 3

function drawPage(page: HTMLElement, form: HTMLFormElement, store: CheckoutStore) {
  const touched = followTouches(page, form)
  let count = 0
  const app = () => <App key={count} store={store} onDrawn={() => takeOver(store, touched)} />
  const root = hydrateRoot(page, app(), {
    onUncaughtError(error) {
      // The browser logs a rejection. Chrome before 95 has no `reportError`.
      void Promise.reject(error)
      count += 1
      if (count <= maxRedraws) root.render(app())
    },
  })
}

/** Returns whether this is neither a reload nor a way back. */
function isFirstVisit(): boolean {
  const [visit] = performance.getEntriesByType('navigation')
  return visit instanceof PerformanceNavigationTiming && visit.type === 'navigate'
}

/** Resumes the payment of an earlier page after a load, and after Back from a bank's page. */
function resumePayment(store: CheckoutStore) {
  const resume = async () => {
    await pageLoaded()
    const { resumePayments } = await loadCheckoutWithRetry()
    await resumePayments(store)
  }
  const isReturn = window.location.search.includes('payment_intent')
  if (isReturn || Object.keys(readPending()).length > 0) {
    // No other payment may begin before the pending ones are read.
    store.dispatch({ type: 'payment-expected' })
    void resume()
  }
  window.addEventListener('pageshow', ({ persisted }) => {
    const state = store.getState()
    if (persisted && isFrozen(state) && amountOf(state.payment)) void resume()
  })
}

const page = document.getElementById('page')
if (page && isFirstVisit()) start(page)
// On the way back Chrome fills the form again after the scripts have run, which React would not notice.
else if (page) void pageLoaded().then(() => start(page))
