import { createDonorLetters } from './donor-letters'
import type { Letter } from './letter'
import type { LetterWriter } from './letter-writer'
import type { LetterWriterOptions } from './letter-writer-options'
import { createTempleLetters } from './temple-letters'

/** The writer of all letters. Their templates were prepared at build: making one costs nothing. */
export async function createLetterWriter(options: LetterWriterOptions): Promise<LetterWriter> {
  const donor = createDonorLetters(options)
  const temple = createTempleLetters(options)
  return {
    orderPlaced: order => [...donor.thanks(order), temple.notice(order)],
    refunded: (order, { id, amountKopiykas }) => [
      ...about(id, donor.returned(order, amountKopiykas)),
      ...about(id, [temple.returned(order, amountKopiykas)]),
    ],
    refundFailed: () => [],
    disputed: (order, { id, status }) =>
      status === 'open' ? about(id, [temple.disputed(order)]) : [],
    ticketOpened: temple.ticket,
    candleLit: donor.photoReport,
    answerRefused: temple.refusal,
  }
}

function about(subjectId: string, letters: Letter[]): Letter[] {
  return letters.map(letter => ({ ...letter, subjectId }))
}
