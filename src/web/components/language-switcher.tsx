import { languageNames, languages } from '../../shared/language'
import { isFrozen } from '../checkout/desk-state'
import { useDesk, usePage } from './page-context'

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
          {languageNames[language].short}
          <span className="for-readers"> {languageNames[language].full}</span>
        </button>
      ))}
    </fieldset>
  )
}
