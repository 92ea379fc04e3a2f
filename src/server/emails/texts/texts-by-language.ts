import type { Language } from '../../../shared/language'
import { english } from './en'
import type { LetterTexts } from './letter-texts'
import { russian } from './ru'
import { ukrainian } from './uk'

export const letterTexts: Record<Language, LetterTexts> = {
  uk: ukrainian,
  ru: russian,
  en: english,
}
