import { languageNames, languages } from '../../shared/language'

/** Any path but the form's. */
export function NotFoundPage() {
  return (
    <main className="card not-found">
      <h1>Page Not Found</h1>
      <p className="subtitle">There is nothing at this address.</p>
      <p>
        The candle order form:{' '}
        {languages.map(language => (
          <a key={language} lang={language} href={`/?lang=${language}`}>
            {languageNames[language].full}
          </a>
        ))}
      </p>
      <p className="hint">
        For developers: the form lives at <code>/</code> alone. Did you forget to add a route, or is
        the embedding address wrong?
      </p>
    </main>
  )
}
