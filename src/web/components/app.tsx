import { useMemo } from 'react'
import type { Desk } from '../checkout/desk'
import { Candle } from './candle'
import { CardPaymentsProvider } from './card-payments-context'
import { LanguageSwitcher } from './language-switcher'
import { OrderForm } from './order-form'
import { Overlays } from './overlays'
import { type Page, PageContext, useDesk, usePage } from './page-context'
import { TestMark } from './test-mark'
import { type Speech, useLanguage } from './use-language'

/** The page with one desk, speaking the given language first. */
export function App({ desk, speech }: { desk: Desk; speech: Speech }) {
  const { language, texts, switchLanguage } = useLanguage(speech)
  const page = useMemo<Page>(
    () => ({ desk, language, texts, switchLanguage }),
    [desk, language, texts, switchLanguage],
  )
  return (
    <PageContext value={page}>
      <CardPaymentsProvider>
        <Card />
        <Overlays />
      </CardPaymentsProvider>
    </PageContext>
  )
}

function Card() {
  const { texts } = usePage()
  const { sheet, step } = useDesk()
  return (
    <main className="card" data-step={step.name}>
      <div className="top">
        <TestMark />
        <LanguageSwitcher />
      </div>
      <header>
        <Candle />
        <h1 tabIndex={-1}>{texts.title}</h1>
        <p className="subtitle">{texts.subtitle}</p>
      </header>
      <OrderForm key={sheet.number} />
    </main>
  )
}
