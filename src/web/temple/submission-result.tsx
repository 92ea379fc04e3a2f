import type { SubmissionChanges, TempleResult } from '../../shared/temple-page'
import type { View } from './view'

interface ResultProps<Result = TempleResult> {
  view: View
  result: Result
}

/** Says what the submission did, or why it changed nothing. */
export function SubmissionResult({ view, result }: ResultProps) {
  return (
    <section className={`result ${toneOf(result)}`} role="status" tabIndex={-1}>
      <h2>{headingOf(view, result)}</h2>
      <Outcome view={view} result={result} />
    </section>
  )
}

export function headingOf({ texts }: View, result: TempleResult): string {
  const copy = texts.result
  switch (result.kind) {
    case 'lit': {
      const { codes, photoAdded } = result
      if (codes.length > 0) return copy.lit(codes.length)
      return photoAdded.length > 0 ? copy.photoAdded(photoAdded.length) : copy.earlierHeading
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

function toneOf({ kind }: TempleResult): string {
  if (kind === 'lit') return 'good'
  return kind === 'undone' ? 'calm' : 'bad'
}

function Outcome({ view, result }: ResultProps) {
  const { texts } = view
  switch (result.kind) {
    case 'lit':
      return <Lit view={view} result={result} />
    case 'undone':
      return <Undone view={view} result={result} />
    case 'nothing-chosen':
      return <p>{texts.result.nothingChosen}</p>
    case 'photos-rejected':
      return (
        <>
          <ul className="rejected">
            {result.pictures.map(({ index, name, reason }) => (
              <li key={index} data-index={index}>
                <bdi translate="no">{name}</bdi>: {texts.problems[reason]}
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

function Lit({ view, result }: ResultProps<SubmissionChanges & { kind: 'lit' }>) {
  const { texts, format } = view
  const { codes, photoAdded, earlier, photos, readers, reportAt } = result
  const changed = codes.length + photoAdded.length
  return (
    <>
      {codes.length > 0 && photoAdded.length > 0 && (
        <p>{texts.result.photoAdded(photoAdded.length)}.</p>
      )}
      {changed > 0 && (
        <p>
          {readers > 0
            ? texts.result.emails(format.moment(reportAt), readers, photos)
            : texts.result.noEmails}
        </p>
      )}
      {earlier.length > 0 && <Earlier view={view} result={result} />}
    </>
  )
}

/**
 * If somebody else has lit two hundred candles, their list would push those that wait out of sight. So only
 * the first ones are named.
 */
const maxNamed = 5

/** Names the orders that somebody else had lit before this submission. */
function Earlier({ view, result }: ResultProps<SubmissionChanges & { kind: 'lit' }>) {
  const { page, texts, format } = view
  const { earlier, photos } = result
  const left = earlier.length - maxNamed
  return (
    <>
      <p>{texts.result.earlier(earlier.length)}</p>
      <ul>
        {earlier.slice(0, maxNamed).map(({ code, at }) => (
          <li key={code}>
            <bdi translate="no">{page.names[code] || texts.noName}</bdi>, {format.moment(at)}
          </li>
        ))}
        {left > 0 && <li>{texts.result.more(left)}</li>}
      </ul>
      {photos > 0 && earlier.some(({ hasPhoto }) => hasPhoto) && <p>{texts.result.photoNotUsed}</p>}
    </>
  )
}

function Undone({ view, result }: ResultProps<SubmissionChanges & { kind: 'undone' }>) {
  const copy = view.texts.result
  const { corrected, uncorrected } = result
  return (
    <>
      {corrected > 0 && <p>{copy.corrected(corrected)}</p>}
      {uncorrected.length > 0 && <p>{copy.uncorrected(uncorrected.join(', '))}</p>}
      {corrected === 0 && uncorrected.length === 0 && <p>{copy.notWritten}</p>}
    </>
  )
}
