import type { FastifyBaseLogger } from 'fastify'
import { markLetterFailed, markLetterSent } from '../db/letters'
import { readPhoto } from '../db/photos'
import type { Store } from '../db/store'
import type { Carrier } from './carrier'
import { composeMail } from './compose-mail'
import { describeFailure } from './describe-failure'
import type { StoredLetter } from './letter'
import { findRetryTime } from './retry-times'

export interface Delivery {
  store: Store
  carrier: Carrier
  from: string
  log: FastifyBaseLogger
  now(): number
}

/** `unreachable`: it failed because nobody answers at the mail server. */
export type DeliveryOutcome = 'sent' | 'failed' | 'unreachable'

/** One try for a letter that the caller has claimed; what came of it is noted. */
export async function deliverLetter(
  delivery: Delivery,
  letter: StoredLetter,
): Promise<DeliveryOutcome> {
  const photo = letter.photoId && (await readPhoto(delivery.store.db, letter.photoId))
  const mail = composeMail(letter, delivery.from, photo || null)
  try {
    await delivery.carrier.carry(mail, nameFile(letter))
  } catch (error) {
    return noteFailure(delivery, letter, error)
  }
  await markLetterSent(delivery.store.db, letter.id, delivery.now())
  return 'sent'
}

async function noteFailure(
  { store, log, now }: Delivery,
  letter: StoredLetter,
  error: unknown,
): Promise<DeliveryOutcome> {
  const failure = describeFailure(error, letter.kind)
  const runAt = failure.final ? null : findRetryTime(letter.attempts, now())
  await markLetterFailed(store.db, letter.id, failure.words, runAt)
  const about = { letter: letter.id, kind: letter.kind, failure: failure.words }
  if (runAt === null) log.error(about, 'a letter was given up')
  else log.warn(about, 'a letter was not delivered yet')
  return failure.unreachable ? 'unreachable' : 'failed'
}

/** The time it was written, its kind, its id: sorted by name is sorted by time. */
function nameFile(letter: StoredLetter): string {
  const time = new Date(letter.createdAt).toISOString().replace(/[:.]/g, '-')
  return `${time}-${letter.kind}-${letter.id}`
}
