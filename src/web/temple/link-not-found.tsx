import { languages } from '../../shared/language'
import { Taper } from './icons'
import { templePageTexts } from './texts'

/** A link that is wrong or has ended: nothing tells whose it was, so all languages speak. */
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
