import { type Language, languages } from '../../contract/language'
import { isFrozen } from '../desk/desk-state'
import { useDesk, usePage } from './page-context'

const names: Record<Language, { short: string; full: string }> = {
  uk: { short: 'UA', full: 'українська' },
  ru: { short: 'RU', full: 'русский' },
  en: { short: 'EN', full: 'English' },
}

export function LanguageSwitcher() {
  const { language: spoken, texts, switchLanguage } = usePage()
  const frozen = isFrozen(useDesk())
  return (
    <fieldset className="languages" disabled={frozen}>
      <legend className="for-readers">{texts.languages}</legend>
      {languages.map(language => (
        <button
          key={language}
          type="button"
          name="language"
          value={language}
          lang={language}
          aria-pressed={language === spoken}
          onClick={() => switchLanguage(language)}
        >
          {names[language].short}
          <span className="for-readers"> {names[language].full}</span>
        </button>
      ))}
    </fieldset>
  )
}
