import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Language } from '../../contract/language'
import type { Desk } from '../desk/desk'
import type { DeskState } from '../desk/desk-state'
import type { Texts } from '../texts/texts'

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
