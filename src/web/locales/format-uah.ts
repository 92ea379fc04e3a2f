import type { Language } from '../../shared/language'

/** A whole UAH amount as the language groups digits: `100 000`, `100,000`. Without the currency. */
export function formatUah(uah: number, language: Language): string {
  return new Intl.NumberFormat(language).format(uah)
}
