import * as v from 'valibot'
import type { MailConfig } from '../../server/config/config'
import {
  findLetterById,
  type LetterStanding,
  listLetters,
  retryLetters,
} from '../../server/db/letters'
import type { Store } from '../../server/db/store'
import { type Command, exitCodes, type Report, report, UsageError } from '../command'
import { showTime } from '../print/figures'
import { layOutTable } from '../print/table'

const StateSchema = v.optional(
  v.picklist(['waiting', 'failed', 'sent'], '--state must be waiting, failed or sent.'),
)

/** The outbox: what waits, what was given up, what one letter says. */
export const lettersCommand: Command = {
  word: 'letters',
  operands: '[ID]',
  summary: 'lists the outbox, shows one letter, tries given-up letters again',
  examples: [
    'letters',
    'letters --state failed',
    'letters ID',
    'letters --retry',
    'letters ID --retry',
  ],
  options: { state: { type: 'string' }, retry: { type: 'boolean' } },
  optionHelp: [
    '--state waiting|failed|sent   default: all',
    '--retry                       lets given-up letters (or the one named) be tried again',
  ],
  async run({ store, config, now }, { operands, values }) {
    const [id] = operands
    if (values.retry) return retry(store, now(), id)
    if (id) return showLetter(store, id)
    const state = v.safeParse(StateSchema, values.state)
    if (!state.success) throw new UsageError(state.issues[0].message)
    const letters = await listLetters(store.db, {
      ...(state.output === undefined ? {} : { state: state.output }),
      limit: 100,
    })
    const lines = letters.length === 0 ? ['No such letters.'] : layOut(letters)
    return report([...lines, ...describeFolder(config.mail)], letters)
  },
}

function describeFolder({ smtpUrl, folder }: MailConfig): string[] {
  return smtpUrl === null ? ['', `Sent letters are files in ${folder} (no SMTP_URL is set).`] : []
}

async function retry(store: Store, now: number, id: string | undefined): Promise<Report> {
  const count = await retryLetters(store.db, now, id)
  return report([`${count} letters will be tried again by the running server.`], { retried: count })
}

async function showLetter(store: Store, id: string): Promise<Report> {
  const letter = await findLetterById(store.db, id)
  if (!letter) return report([`There is no letter ${id}.`], null, exitCodes.notFound)
  const { html: _html, ...said } = letter
  const lines = [
    `To        ${letter.recipient}`,
    `Reply to  ${letter.replyTo ?? '-'}`,
    `Subject   ${letter.subject}`,
    `State     ${letter.state}, ${letter.attempts} tries${letter.lastError ? `, ${letter.lastError}` : ''}`,
    `Next try  ${letter.state === 'waiting' ? showTime(letter.runAt) : '-'}`,
    `Sent      ${showTime(letter.sentAt)}`,
    '',
    ...letter.text.split('\n'),
  ]
  return report(lines, said)
}

function layOut(letters: LetterStanding[]): string[] {
  return layOutTable(
    ['ID', 'KIND', 'STATE', 'TRIES', 'WRITTEN', 'SENT', 'TO', 'LAST ERROR'],
    letters.map(letter => [
      letter.id,
      letter.kind,
      letter.state,
      String(letter.attempts),
      showTime(letter.createdAt),
      showTime(letter.sentAt),
      letter.recipient,
      letter.lastError ?? '',
    ]),
  )
}
