import type { Language } from '../../shared/language'
import type { Order, Ticket } from '../db/schema'
import { composeLetter } from './compose-letter'
import { describeOrder } from './describe-order'
import type { Letter, LetterKind } from './letter'
import type { LetterWriterOptions } from './letter-writer-options'
import { readAddresses } from './read-addresses'
import { signReplyToken, tagAddress } from './reply-token'
import type { LetterValues } from './templates/template'
import type { RefusalReason } from './texts/letter-texts'
import { letterTexts } from './texts/texts-by-language'
import { writeAmount, writeTime } from './write-amount'

/** Letters to the temple, in its own language. */
export function createTempleLetters(options: LetterWriterOptions) {
  const { templeLanguage: language, replyKey } = options
  const site = options.publicUrl.host
  const write = (
    subjectId: string,
    kind: LetterKind,
    values: Partial<LetterValues>,
    envelope: Partial<Letter> = {},
  ) =>
    composeLetter(
      {
        kind,
        subjectId,
        recipient: options.templeEmail,
        replyTo: null,
        language,
        urgent: false,
        photoId: null,
        ...envelope,
      },
      { slots: { site, ...values.slots }, flags: { ...values.flags } },
    )

  return {
    notice(order: Order) {
      const { slots, flags } = describeOrder(order, language)
      const replyTo = replyKey === null ? null : writeReplyTo(options.from, order.code, replyKey)
      return write(
        order.id,
        'temple-notice',
        { slots, flags: { ...flags, answered: replyTo !== null } },
        { replyTo, urgent: order.payment === 'paid' },
      )
    },
    returned(order: Order, kopiykas: number) {
      const { slots } = describeOrder(order, language)
      const amount = writeAmount(kopiykas, language)
      return write(order.id, 'temple-donation-returned', { slots: { ...slots, amount } })
    },
    disputed: (order: Order) =>
      write(order.id, 'temple-donation-disputed', describeOrder(order, language), { urgent: true }),
    ticket: (ticket: Ticket) =>
      write(
        ticket.id,
        'temple-ticket',
        { slots: describeTicket(ticket, language) },
        { urgent: true },
      ),
    refusal: (answerId: string, sender: string, reason: RefusalReason) =>
      write(
        answerId,
        'temple-answer-refused',
        { slots: { reason: letterTexts[language].refused.reasons[reason] } },
        { recipient: sender },
      ),
  }
}

function describeTicket(ticket: Ticket, language: Language): LetterValues['slots'] {
  const { missing } = letterTexts[language]
  return {
    amount: writeAmount(ticket.amountKopiykas, language),
    paidAt: writeTime(ticket.paidAt, language),
    card: ticket.cardLast4 ? `•••• ${ticket.cardLast4}` : missing,
    email: ticket.billingEmail ?? missing,
    payment: ticket.paymentIntentId,
  }
}

/** Our own address with the order's signed tag; null if the sender is no usable address. */
function writeReplyTo(from: string, code: string, key: string): string | null {
  const [address] = readAddresses(from)
  return address ? tagAddress(address, signReplyToken(code, key)) : null
}
