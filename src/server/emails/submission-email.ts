import type { SubmissionChanges } from '../../shared/temple-page'
import type { Email } from '../db/schema'
import type { LocalTexts } from './format'
import { callout, type EmailSettings, goodNews, paragraph, templeButton, toTemple } from './layout'

/**
 * Confirms a submission of the temple's page, so that nobody can use a forwarded link unnoticed. The
 * email names orders by their codes, and no person.
 */
export function submissionEmail(
  settings: EmailSettings,
  id: string,
  changes: SubmissionChanges,
): Email {
  return toTemple(settings, texts => {
    const copy = texts.submission
    const { subject, heading } = describe(changes, texts)
    return {
      kind: 'temple-submission',
      subjectId: id,
      subject,
      heading,
      blocks: [
        ...(changes.kind === 'lit' ? describeLit(changes, texts) : describeUndone(changes, texts)),
        paragraph(copy.notYou),
        templeButton(copy.open, settings),
      ],
    }
  })
}

const list = (codes: string[]) => codes.join(', ')

function describe(changes: SubmissionChanges, { submission: copy }: LocalTexts) {
  const { codes } = changes
  const kind = changes.kind === 'lit' && codes.length === 0 ? 'photoAdded' : changes.kind
  const changed = changes.kind === 'lit' && codes.length === 0 ? changes.photoAdded : codes
  return { subject: copy.subject[kind](changed), heading: copy.heading[kind] }
}

function describeLit(
  { codes, photoAdded, photos, readers, reportAt }: SubmissionChanges & { kind: 'lit' },
  { submission: copy, formatClock }: LocalTexts,
) {
  return [
    codes.length > 0 && goodNews(copy.lit(list(codes))),
    photoAdded.length > 0 && goodNews(copy.photoAdded(list(photoAdded))),
    readers > 0 && paragraph(copy.readers(readers, formatClock(reportAt), photos)),
  ]
}

function describeUndone(
  { codes, corrected, uncorrected }: SubmissionChanges & { kind: 'undone' },
  { submission: copy }: LocalTexts,
) {
  return [
    callout(copy.undone(list(codes))),
    corrected > 0 && paragraph(copy.corrected(corrected)),
    uncorrected.length > 0 && paragraph(copy.uncorrected(list(uncorrected))),
  ]
}
