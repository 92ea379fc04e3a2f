import { languages } from '../../shared/language'
import { Taper } from './icons'
import { templePageTexts } from './texts'

/** The page of a wrong link. Nothing tells whose it is, so it speaks all languages. */
export function LinkNotFound() {
  return (
    <main>
      <header className="niche">
        <Taper />
      </header>
      {languages.map((language, index) => {
        const { title, body } = templePageTexts[language].linkNotFound
        const Title = index === 0 ? 'h1' : 'h2'
        return (
          <section key={language} lang={language} className="ended">
            <Title>{title}</Title>
            <p>{body}</p>
          </section>
        )
      })}
    </main>
  )
}
