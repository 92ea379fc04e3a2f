import type { Language } from '../../shared/language'
import { texts as en } from './locales/en'
import { texts as ru } from './locales/ru'
import { type TempleTexts, texts as uk } from './locales/uk'

export const templeTexts: Record<Language, TempleTexts> = { uk, ru, en }
