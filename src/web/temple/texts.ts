import type { Language } from '../../shared/language'
import { texts as en } from './locales/en'
import { texts as ru } from './locales/ru'
import { type TemplePageTexts, texts as uk } from './locales/uk'

export const templePageTexts: Record<Language, TemplePageTexts> = { uk, ru, en }
