import type { Language } from '../../../shared/language'
import { texts as en } from './en'
import { texts as ru } from './ru'
import type { EmailTexts } from './texts'
import { texts as uk } from './uk'

export const emailTexts: Record<Language, EmailTexts> = { uk, ru, en }
