import type { Language } from '../../shared/language'
import type { Notice } from '../../shared/page-renderer'
import type { Messages } from '../locales/uk'
import { Candle } from './candle'
import { TempleNote } from './temple-note'

interface NoticePageProps {
  notice: Notice
  language: Language
  messages: Messages
}

/** What became of a form that was sent without the script. */
export function NoticePage({ notice, language, messages }: NoticePageProps) {
  const thanks = notice === 'thanks'
  const sentences: Record<Notice, string> = {
    thanks: messages.orderSuccess,
    failed: messages.orderFailed,
    'too-often': messages.orderTooOften,
    'not-here': messages.cannotStart,
  }
  return (
    <main className="card notice" data-notice={notice}>
      {thanks && <Candle lighting />}
      <h1>{thanks ? messages.done : messages.error}</h1>
      <p role="status">{sentences[notice]}</p>
      {(notice === 'failed' || notice === 'too-often') && <p>{messages.goBack}</p>}
      <p>
        {notice === 'not-here' ? (
          <a href={`/?lang=${language}`} target="_blank" rel="noopener">
            {messages.openSeparately}
          </a>
        ) : (
          <a href={`/?lang=${language}`}>{thanks ? messages.anotherCandle : messages.toTheForm}</a>
        )}
      </p>
      <TempleNote />
    </main>
  )
}
