import { defaultLanguage, languages } from '../../shared/language'
import { type PageResult, type PageSettings, pageAddress } from '../../shared/order-form'
import { languageOf, templeFootPlaceholder, templePlaceholders } from '../../shared/temple-texts'
import { checkoutMessages } from '../locales/checkout-messages'
import { messages } from '../locales/messages'
import { TempleNote } from './app'
import { Candle } from './candle'
import { DonationLink } from './donation-link'
import { Blessing, OrderNote } from './order-note'

interface ResultPageProps {
  result: PageResult
  settings: PageSettings
}

/** The page that answers a form which was sent without the script. */
export function ResultPage({ result, settings }: ResultPageProps) {
  const { kind } = result
  const thanks = kind === 'thanks'
  const order = thanks ? result.order : undefined
  const texts = checkoutMessages[settings.lang]
  const sentences: Record<PageResult['kind'], string> = {
    thanks: `${texts.candleLit}.`,
    failed: messages[settings.lang].orderFailed,
    'too-long': texts.textTooLong,
    'too-often': kind === 'too-often' ? texts.orderTooOften(result.minutes) : '',
    'not-here': texts.cannotStart,
  }
  return (
    <main className="card order-result" data-result={kind}>
      <header className="niche">
        {thanks && <Candle />}
        <p className="place">
          <span lang={languageOf(templePlaceholders.place, settings.lang)}>
            {templePlaceholders.place}
          </span>
        </p>
        <h1>{thanks ? texts.done : texts.orderNotSent}</h1>
      </header>
      {order && (
        <div className="church-note">
          <OrderNote {...order} />
        </div>
      )}
      <p role="status">{sentences[kind]}</p>
      {thanks && <Blessing {...(order && { purpose: order.purpose })} language={settings.lang} />}
      {thanks && <DonationLink href={templePlaceholders.link} language={settings.lang} />}
      {order?.againKey && (
        <form method="post" action={pageAddress(settings)}>
          <p>{texts.sameOrder}</p>
          <input type="hidden" name="forWhom" value={order.name} />
          <input type="hidden" name="purpose" value={order.purpose} />
          <input type="hidden" name="key" value={order.againKey} />
          <button type="submit" name="order" className="quiet">
            {texts.orderSame}
          </button>
        </form>
      )}
      {!thanks && kind !== 'not-here' && <p>{texts.goBack}</p>}
      <p>
        {kind === 'not-here' ? (
          <a href={pageAddress(settings)} target="_blank" rel="noopener">
            {texts.openSeparately}
          </a>
        ) : (
          <a href={pageAddress(settings)}>{thanks ? texts.anotherCandle : texts.toTheForm}</a>
        )}
      </p>
      <TempleNote html={templeFootPlaceholder} />
    </main>
  )
}

/** The page of every path but the form's. */
export function NotFoundPage() {
  return (
    <main className="card not-found">
      <header className="niche">
        <Candle isLit={false} />
        <p className="place">
          <span lang={languageOf(templePlaceholders.place, defaultLanguage)}>
            {templePlaceholders.place}
          </span>
        </p>
        <h1>Page Not Found</h1>
        <p className="subtitle">There is nothing at this address.</p>
      </header>
      <nav>
        {languages.map(language => (
          <a key={language} lang={language} href={`/?lang=${language}`}>
            {checkoutMessages[language].orderForm}
          </a>
        ))}
      </nav>
      <p className="hint">
        For developers: the form lives at <code>/</code> alone. Did you forget to add a route, or is
        the embedding address wrong?
      </p>
    </main>
  )
}
