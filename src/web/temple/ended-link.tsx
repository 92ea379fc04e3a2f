import type { Language } from '../../shared/language'
import { Taper } from './icons'
import { templePageTexts } from './texts'

/** The page of an ended link. A link opens the list for two weeks, and then can only ask for a new one. */
export function EndedLink({ language, isSent }: { language: Language; isSent: boolean }) {
  const { title, body, button, sent } = templePageTexts[language].endedLink
  return (
    <main>
      <header className="niche">
        <Taper />
      </header>
      <section className="ended">
        <h1>{title}</h1>
        <p role="status">{isSent ? sent : body}</p>
        {!isSent && (
          <form method="post" encType="multipart/form-data">
            <button type="submit" name="action" value="link" className="primary">
              {button}
            </button>
          </form>
        )}
      </section>
    </main>
  )
}
