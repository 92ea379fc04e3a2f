import type { Language } from './language'

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/**
 * Writes a number with the plural form of its language (Unicode, plural rules), or with `form` the form
 * alone. `other` stands in for every form that is not given.
 */
export function createPlural(language: Language) {
  const rules = new Intl.PluralRules(language)
  return (count: number, forms: Forms, show: 'number' | 'form' = 'number'): string => {
    const form = forms[rules.select(count)] ?? forms.other
    return show === 'form' ? form : `${count}\u00a0${form}`
  }
}
