import { languageNames, languages } from '../../shared/language'
import type { TemplePageData } from '../../shared/temple-page'
import { IconShapes, Taper } from './icons'
import { MarkForm } from './mark-form'
import { OrderList, Star } from './order-list'
import { headingOf, PressResult, UndoBox } from './press-result'
import { createShown, isLit, isPaid, isWaiting, type Shown } from './shown'

/** The temple's page: an ordinary form, which `temple.ts` makes more comfortable. */
export function TemplePage({ page }: { page: TemplePageData }) {
  const shown = createShown(page)
  return (
    <main data-language={page.language} data-kind={page.kind} data-result={page.result?.kind}>
      <IconShapes />
      <Head {...shown} />
      {page.result && <PressResult shown={shown} result={page.result} />}
      {page.undo && page.undo.unseenUntil > page.now && page.result?.kind !== 'lit' && (
        <UndoBox shown={shown} undo={page.undo} />
      )}
      {page.isClosed && (
        <div className="closed">
          <p className="lead">{shown.texts.closed}</p>
          <OrderList {...shown} />
        </div>
      )}
      {takesPresses(page) && <MarkForm {...shown} />}
    </main>
  )
}

/** Says first what a press did: a reader speaks the title when the page has loaded. */
export function titleOf(page: TemplePageData): string {
  const shown = createShown(page)
  return [page.result && headingOf(shown, page.result), shown.heading].filter(Boolean).join(' – ')
}

/** Without orders the store is down. */
const takesPresses = ({ isClosed, orders }: TemplePageData) => !isClosed && orders.length > 0

function Head(shown: Shown) {
  const { page, texts, isList, heading } = shown
  const [first] = page.orders
  return (
    <header className="niche">
      <nav aria-label={texts.language}>
        <form className="languages" method="get" action={page.path}>
          {languages.map(language => (
            <button
              key={language}
              type="submit"
              name="lang"
              value={language}
              // The form of the ticks, which stay.
              {...(takesPresses(page) && {
                form: 'mark',
                formMethod: 'get',
                formAction: page.path,
              })}
              lang={language}
              aria-label={languageNames[language].full}
              aria-current={language === page.language ? 'true' : undefined}
            >
              {languageNames[language].short}
            </button>
          ))}
        </form>
      </nav>
      <Taper />
      {page.templeName && <p dir="auto">{page.templeName}</p>}
      <h1>{heading}</h1>
      {first && <p>{isList ? <Summary {...shown} /> : texts.code(first.code)}</p>}
    </header>
  )
}

function Summary({ page: { orders }, texts }: Shown) {
  const paid = orders.filter(isPaid).length
  const waiting = orders.filter(isWaiting).length
  return (
    <>
      {texts.count(orders.length)}
      {paid > 0 && (
        <>
          , {texts.paid(paid)} <Star />
        </>
      )}
      {orders.some(isLit) && (
        <>
          <br />
          {waiting > 0 ? texts.waiting(waiting) : texts.noneWaiting}
        </>
      )}
    </>
  )
}
