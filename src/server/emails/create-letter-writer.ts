import { createDonorLetters } from './donor-letters'
import type { LetterWriter } from './letter-writer'
import type { LetterWriterOptions } from './letter-writer-options'
import { createTempleLetters } from './temple-letters'

/** The writer of all letters. Their templates were prepared at build: making one costs nothing. */
export async function createLetterWriter(options: LetterWriterOptions): Promise<LetterWriter> {
  const donor = createDonorLetters(options)
  const temple = createTempleLetters(options)
  return {
    orderPlaced: order => [...donor.thanks(order), temple.notice(order)],
    donationReturned: (order, kopiykas) => [
      ...donor.returned(order, kopiykas),
      temple.returned(order, kopiykas),
    ],
    donationDisputed: order => [temple.disputed(order)],
    ticketOpened: temple.ticket,
    candleLit: donor.photoReport,
    answerRefused: temple.refusal,
  }
}
