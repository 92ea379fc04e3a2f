import { looksLikeEmail } from '../../shared/email-pattern'
import type { Order } from '../db/schema'
import { photoReport, refundToDonor, thanks } from './donor-emails'
import type { Dispute, Email, EmailSettings, Refund, Reply } from './email'
import { layout, type Message } from './layout'
import type { EmailTexts, RefusalReason } from './locales/texts'
import { emailTexts } from './locales/texts-by-language'
import { replyAddress } from './reply-address'
import {
  disputeNews,
  type NamedTicket,
  orderNotice,
  refundFailed,
  refundToTemple,
  refusal,
  ticketNotice,
} from './temple-emails'

/** Thanks to the donor, where the order has an address worth trying, and the temple's notice. */
export function orderEmails(settings: EmailSettings, order: Order): Email[] {
  const replyTo = replyAddress(settings, order.code)
  return [
    ...toDonor(settings, order, texts => thanks(order, texts)),
    toTemple(settings, texts => orderNotice(order, replyTo, texts)),
  ]
}

/** The candle is lit: a report to the donor, with the stored photo where there is one. */
export function candleLitEmails(
  settings: EmailSettings,
  order: Order,
  photoId: string | null,
): Email[] {
  return toDonor(settings, order, texts => photoReport(order, photoId, texts))
}

/** One refund, to the donor and to the temple. */
export function refundEmails(settings: EmailSettings, order: Order, refund: Refund): Email[] {
  return [
    ...toDonor(settings, order, texts => refundToDonor(order, refund, texts)),
    toTemple(settings, texts => refundToTemple(order, refund, texts)),
  ]
}

/** A refund that failed at the bank: only the temple is told. */
export function refundFailedEmail(
  settings: EmailSettings,
  order: Order,
  refund: Omit<Refund, 'whole'>,
): Email {
  return toTemple(settings, texts => refundFailed(order, refund, texts))
}

/** A dispute, opened or decided: only the temple is told. */
export function disputeEmails(settings: EmailSettings, order: Order, dispute: Dispute): Email[] {
  return [toTemple(settings, texts => disputeNews(order, dispute, texts))]
}

/** A captured payment without an order. */
export function ticketEmail(settings: EmailSettings, ticket: NamedTicket): Email {
  return toTemple(settings, texts => ticketNotice(ticket, texts))
}

/** An email to our mailbox that could not be used, answered with one sentence. */
export function refusalEmail(settings: EmailSettings, reply: Reply, reason: RefusalReason): Email {
  return toTemple(settings, texts => refusal(reply, reason, texts))
}

type Write = (texts: EmailTexts) => Message

/** In the order's language; none where the order has no address worth trying. */
function toDonor({ templeEmail, publicUrl }: EmailSettings, order: Order, write: Write): Email[] {
  if (!order.email || !looksLikeEmail(order.email)) return []
  const texts = emailTexts[order.language]
  const footer = texts.donorFooter(publicUrl.host)
  return [layout(write(texts), { recipient: order.email, replyTo: templeEmail, footer }, texts)]
}

function toTemple(settings: EmailSettings, write: Write): Email {
  const { templeEmail, templeLanguage, publicUrl } = settings
  const texts = emailTexts[templeLanguage]
  const footer = texts.templeFooter(publicUrl.host)
  return layout(write(texts), { recipient: templeEmail, replyTo: null, footer }, texts)
}
