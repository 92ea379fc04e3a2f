import { useCallback, useEffect, useState } from 'react'
import type { Language } from '../../shared/language'
import { loadTexts } from '../locales/load-texts'
import type { Texts } from '../locales/texts'

export interface Speech {
  language: Language
  texts: Texts
}

/** The language spoken, switchable at any time; the document says which one it is. */
export function useLanguage(first: Speech) {
  const [speech, setSpeech] = useState(first)

  useEffect(() => {
    document.documentElement.lang = speech.language
    document.title = speech.texts.pageTitle
  }, [speech])

  const switchLanguage = useCallback(async (language: Language) => {
    const texts = await loadTexts(language)
    setSpeech({ language, texts })
  }, [])

  return { ...speech, switchLanguage }
}
