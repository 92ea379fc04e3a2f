import { looksLikeEmail } from '../../contract/email-pattern'
import type { Language } from '../../contract/language'
import type { Ticket } from '../donations/ticket'
import { readAddresses } from '../mail/read-addresses'
import type { Order } from '../orders/order'
import { composeLetter } from './compose-letter'
import { describeOrder } from './describe-order'
import type { Letter, LetterKind } from './letter'
import type { LetterWriter } from './letter-writer'
import { signReplyToken, tagAddress } from './reply-token'
import type { LetterValues } from './templates/template'
import type { RefusalReason } from './texts/letter-texts'
import { letterTexts } from './texts/texts-by-language'
import { writeAmount, writeTime } from './write-amount'

export interface LetterWriterOptions {
  /** Where notices go; several addresses are separated by commas. */
  templeEmail: string
  templeLanguage: Language
  /** Our own address; the temple's answers come back to it. */
  from: string
  publicUrl: URL
  /** Signs the Reply-To of a notice; null where nobody reads the mailbox. */
  replyKey: string | null
}

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

/** Letters to the person who ordered; none where the order has no address worth trying. */
function createDonorLetters({ templeEmail, publicUrl }: LetterWriterOptions) {
  const write = (
    order: Order,
    kind: LetterKind,
    extra: Partial<LetterValues>,
    photoId?: string,
  ) => {
    if (!order.email || !looksLikeEmail(order.email)) return []
    const { slots, flags } = describeOrder(order, order.language)
    const envelope = {
      kind,
      subjectId: order.id,
      recipient: order.email,
      replyTo: templeEmail,
      language: order.language,
      urgent: false,
      photoId: photoId ?? null,
    }
    return [
      composeLetter(envelope, {
        slots: { ...slots, site: publicUrl.host, ...extra.slots },
        flags: { ...flags, ...extra.flags },
      }),
    ]
  }
  return {
    thanks: (order: Order) => write(order, 'donor-thanks', {}),
    returned: (order: Order, kopiykas: number) =>
      write(order, 'donor-donation-returned', {
        slots: { amount: writeAmount(kopiykas, order.language) },
      }),
    photoReport: (order: Order, photoId: string | null) =>
      write(
        order,
        'donor-photo-report',
        { flags: { photo: photoId !== null } },
        photoId ?? undefined,
      ),
  }
}

/** Letters to the temple, in its own language. */
function createTempleLetters(options: LetterWriterOptions) {
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
