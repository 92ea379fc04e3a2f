import { languageNames, languages } from '../../shared/language'
import type { TemplePageData } from '../../shared/temple-page'
import { Bar } from './bar'
import { IconShapes, Taper } from './icons'
import { LitOrders } from './lit-orders'
import { describeState, OrderSection } from './order-list'
import { headingOf, SubmissionResult } from './submission-result'
import { createView, formatCount, type View } from './view'

/**
 * The temple's page is an ordinary form, which `temple.ts` makes more comfortable. Its controls stand all
 * over the page and refer to it by id. Each way back is a form of its own.
 */
export function TemplePage({ page }: { page: TemplePageData }) {
  const view = createView(page)
  // A page without sections means that the store is down.
  const isReadable = page.sections.length > 0
  return (
    <main data-language={page.language} data-result={page.result?.kind}>
      <form id="mark" method="post" action={view.action} encType="multipart/form-data">
        {/* Enter on a tick clicks the form's first button. Outside a dialog this one does nothing. */}
        <button type="submit" formMethod="dialog" hidden />
        <input type="hidden" name="key" value={page.key} />
        {page.after !== null && <input type="hidden" name="after" value={page.after} />}
      </form>
      <IconShapes />
      <Head {...view} />
      <Counts {...view} />
      {page.result && <SubmissionResult view={view} result={page.result} />}
      <About {...view} />
      {isReadable && <WaitingOrders {...view} />}
      <LitOrders {...view} />
      {isReadable && <Bar {...view} />}
    </main>
  )
}

/** Composes the title. It begins with what a submission did, because a screen reader speaks it first. */
export function titleOf(page: TemplePageData): string {
  const view = createView(page)
  return [page.result && headingOf(view, page.result), view.heading].filter(Boolean).join(' – ')
}

function Head({ page, texts, format }: View) {
  return (
    <header className="niche">
      <Taper />
      <h1>
        {format.day(page.now)}
        {page.templeName && <small dir="auto">{page.templeName}</small>}
      </h1>
      <nav className="languages" aria-label={texts.language}>
        {languages.map(language => (
          <button
            key={language}
            type="submit"
            name="lang"
            value={language}
            // This is the form of the ticks, which must be kept.
            form="mark"
            formMethod="get"
            formAction={page.path}
            formNoValidate
            lang={language}
            aria-label={languageNames[language].full}
            aria-current={language === page.language ? 'true' : undefined}
          >
            {languageNames[language].short}
          </button>
        ))}
      </nav>
    </header>
  )
}

/** Counts the orders under each heading and links to them, on this part of the list or another. */
function Counts({ page, texts, address }: View) {
  const sections = page.sections.filter(({ count }) => count > 0)
  if (sections.length === 0) return null
  return (
    <nav className="counts" aria-label={texts.sections}>
      {sections.map(({ name, count, start, orders }) => (
        <a key={name} href={orders.length > 0 ? `#${name}` : address({ after: start })}>
          {texts.shortHeadings[name]} <b>{formatCount(count)}</b>
        </a>
      ))}
    </nav>
  )
}

/** Tells what became of the email's order if it is no longer on the list. */
function About(view: View) {
  const { at } = view.page
  if (!at || at.state.kind === 'waiting' || at.state.kind === 'refunded') return null
  return (
    <p className="about" role="status">
      <b dir="auto" translate="no">
        {at.name || view.texts.noName}
      </b>
      : {describeState(at, view)}
    </p>
  )
}

function WaitingOrders(view: View) {
  const { page, texts, address, waiting } = view
  if (waiting.length === 0)
    return (
      <div className="empty">
        <h2>{texts.empty.heading}</h2>
        <p>{page.after === null ? texts.empty.body : <a href={address({})}>{texts.toStart}</a>}</p>
      </div>
    )
  return (
    <div className="waiting">
      {page.after !== null && (
        <p className="way">
          <a href={address({})}>{texts.toStart}</a>
        </p>
      )}
      {page.sections.map(section => (
        <OrderSection key={section.name} view={view} section={section} />
      ))}
      {page.next !== null && (
        <p className="way">
          <a rel="next" href={address({ after: page.next })}>
            {texts.next}
          </a>
        </p>
      )}
      <p className="way">
        <button type="button" name="print" className="plain" hidden>
          {texts.print}
        </button>
      </p>
    </div>
  )
}
