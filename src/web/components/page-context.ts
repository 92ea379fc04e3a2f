import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Language } from '../../shared/language'
import type { Desk } from '../checkout/desk'
import type { DeskState } from '../checkout/desk-state'
import type { Texts } from '../locales/texts'

export interface Page {
  desk: Desk
  language: Language
  texts: Texts
  switchLanguage: (language: Language) => void
}

export const PageContext = createContext<Page | undefined>(undefined)

export function usePage(): Page {
  const page = useContext(PageContext)
  if (!page) throw new Error('This part of the page needs a PageContext around it.')
  return page
}

/** The desk as it stands; the part is drawn again when something happens there. */
export function useDesk(): DeskState {
  const { desk } = usePage()
  return useSyncExternalStore(desk.subscribe, desk.readState, desk.readState)
}
