import { beforeEach, expect, it, vi } from 'vitest'
import { exampleOrder } from '../../../tests/setup/example-order'
import { messages } from '../locales/en'
import { createCheckoutStore } from './store'
import { switchLanguage } from './switch-language'

let page: { documentElement: { lang: string }; title: string }

beforeEach(() => {
  page = { documentElement: { lang: 'uk' }, title: 'Candle' }
  vi.stubGlobal('document', Object.assign(page, { querySelectorAll: () => [] }))
  return () => vi.unstubAllGlobals()
})

const openPage = () => createCheckoutStore({ language: 'uk', messages })
const untouched = { documentElement: { lang: 'uk' }, title: 'Candle' }

it('a language that arrives after another one was pressed is too late', async () => {
  const store = openPage()
  const switching = switchLanguage(store, 'ru')
  store.startSwitch()
  await switching
  expect(store.getState().locale.language).toBe('uk')
  expect(page).toMatchObject(untouched)
  await switchLanguage(store, 'en')
  expect(store.getState().locale.language).toBe('en')
  expect(page).toMatchObject({ documentElement: { lang: 'en' }, title: messages.pageTitle })
})

it('a language that arrives after Pay was pressed is too late', async () => {
  const store = openPage()
  const switching = switchLanguage(store, 'ru')
  store.dispatch({ type: 'confirm-started', order: exampleOrder })
  await switching
  expect(store.getState().locale.language).toBe('uk')
  expect(page).toMatchObject(untouched)
})
