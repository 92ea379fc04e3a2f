import '../../src/web/styles/page.css'
import * as Toast from '@radix-ui/react-toast'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import i18n from 'i18next'
import { createRoot } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { Route, Switch } from 'wouter'
import { OrderPage } from './order-page'
import { words } from './words'

document.documentElement.dataset.started = 'yes'
await i18n.use(initReactI18next).init({ resources: words, lng: 'uk', fallbackLng: 'uk' })

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <QueryClientProvider client={new QueryClient()}>
      <Toast.Provider swipeDirection="right">
        <Switch>
          <Route path="/" component={OrderPage} />
          <Route>Page Not Found</Route>
        </Switch>
        <Toast.Viewport />
      </Toast.Provider>
    </QueryClientProvider>,
  )
