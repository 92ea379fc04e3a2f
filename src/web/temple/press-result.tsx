import type { ReactNode } from 'react'
import { formatNumbers } from '../../shared/number-runs'
import type { TempleResult, TempleUndo } from '../../shared/temple-page'
import type { Shown } from './shown'

interface Pressed {
  shown: Shown
  result: TempleResult
}

/** What the press did, and how to take it back. */
export function PressResult({ shown, result }: Pressed) {
  return (
    <Box tone={toneOf(result)} heading={headingOf(shown, result)}>
      <Outcome shown={shown} result={result} />
    </Box>
  )
}

/** On a page that is opened within a quarter of an hour of a press; later a tick takes back. */
export function UndoBox({ shown, undo }: { shown: Shown; undo: TempleUndo }) {
  return (
    <Box tone="calm" heading={shown.texts.undo.heading(undo.codes.length)}>
      <Numbers shown={shown} codes={undo.codes} />
      <UndoForm shown={shown} undo={undo} />
    </Box>
  )
}

export function headingOf({ texts, isList }: Shown, result: TempleResult): string {
  const copy = texts.result
  switch (result.kind) {
    case 'lit': {
      const { codes, photoAdded } = result
      if (codes.length === 0) return copy.photoAdded(photoAdded.length)
      return isList ? copy.lit(codes.length) : texts.litOne
    }
    case 'undone':
      return copy.undone(result.codes.length)
    case 'photos-rejected':
      return copy.rejected
    case 'nothing-chosen':
    case 'failed':
      return copy.nothingChanged
  }
}

function toneOf({ kind }: TempleResult): Tone {
  if (kind === 'lit') return 'good'
  return kind === 'undone' ? 'calm' : 'bad'
}

function Outcome({ shown, result }: Pressed) {
  const { texts } = shown
  switch (result.kind) {
    case 'lit':
      return <Lit shown={shown} lit={result} />
    case 'undone':
      return (
        <>
          <Numbers shown={shown} codes={result.codes} />
          <p>
            {result.corrected > 0
              ? texts.result.corrected(result.corrected)
              : texts.result.notWritten}
          </p>
        </>
      )
    case 'nothing-chosen':
      return <p>{texts.result.nothingChosen}</p>
    case 'photos-rejected':
      return (
        <>
          <ul className="rejected">
            {result.pictures.map(({ name, reason }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two pictures may have one name.
              <li key={index} data-name={name}>
                <bdi>{name}</bdi>: {texts.problems[reason]}
              </li>
            ))}
          </ul>
          <p>
            {texts.result.rejectedHint}
            <span className="without-script"> {texts.result.choosePhotosAgain}</span>
          </p>
        </>
      )
    case 'failed':
      return <p>{texts.failures[result.reason]}</p>
  }
}

function Lit({ shown, lit }: { shown: Shown; lit: TempleResult & { kind: 'lit' } }) {
  const { page, texts, format } = shown
  const { codes, photoAdded, photos, readers, withoutAddress, reportAt } = lit
  return (
    <>
      <Numbers shown={shown} codes={codes.length > 0 ? codes : photoAdded} />
      {codes.length > 0 && photoAdded.length > 0 && (
        <p>{texts.result.photoAdded(photoAdded.length)}.</p>
      )}
      {readers > 0 ? (
        <p>
          {texts.result.emails(format.moment(reportAt), readers, photos)}{' '}
          {withoutAddress > 0 && texts.result.withoutAddress(withoutAddress)}
        </p>
      ) : (
        <p>{texts.result.noEmails}</p>
      )}
      {page.undo && <UndoForm shown={shown} undo={page.undo} />}
    </>
  )
}

function UndoForm({ shown, undo }: { shown: Shown; undo: TempleUndo }) {
  const { page, texts, format, action } = shown
  return (
    <form className="undo" method="post" action={action} encType="multipart/form-data">
      {undo.codes.map(code => (
        <input key={code} type="hidden" name="order" value={code} />
      ))}
      <p className="trouble" role="alert" />
      <button type="submit" name="action" value="undo" className="quiet" aria-describedby="until">
        {texts.undo.button}
      </button>
      <p id="until">
        {undo.unseenUntil > page.now
          ? texts.undo.until(format.clock(undo.unseenUntil), undo.readers)
          : texts.corrections(undo.readers)}
      </p>
    </form>
  )
}

/** Which orders of a list, unless all. */
function Numbers({ shown: { page }, codes }: { shown: Shown; codes: string[] }) {
  if (codes.length === page.orders.length) return null
  const numbers = page.orders
    .filter(({ code }) => codes.includes(code))
    .flatMap(({ number }) => (number === null ? [] : [number]))
  return numbers.length > 0 && <p>№ {formatNumbers(numbers)}</p>
}

type Tone = 'good' | 'bad' | 'calm'

function Box(parts: { tone: Tone; heading: string; children: ReactNode }) {
  return (
    <section className={`result ${parts.tone}`} role="status" tabIndex={-1}>
      <h2>{parts.heading}</h2>
      {parts.children}
    </section>
  )
}
