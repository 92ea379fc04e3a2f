import { findIntention, repeatsIntention } from '../../shared/intention'
import type { Intention } from '../../shared/temple-page'
import type { Email, Order } from '../db/schema'
import { randomId } from '../db/store'
import { html, visitorEmail, visitorText } from '../html'
import { formatName, type LocalTexts, listNumbers } from './format'
import {
  callout,
  type EmailSettings,
  list,
  paragraph,
  templeButton,
  templeLinks,
  toTemple,
  withOwnDirection,
} from './layout'
import { comesAgain, formatDonated, isUnconfirmed, listDoubts } from './notice-facts'

export interface Section {
  intention: Intention
  /** With `noticeNumber` counted through all sections. */
  orders: Order[]
}

/**
 * Numbers the orders, unless they keep theirs, under the headings of a church's list: the living, the
 * departed, then all else. Under each those with a donation come first.
 */
export function arrangeForReading(orders: Order[], { keepsNumbers = false } = {}): Section[] {
  let noticeNumber = 0
  return (['health', 'repose', 'other'] as const).flatMap(intention => {
    const chosen = orders
      .filter(order => findIntention(order) === intention)
      .sort(
        (one, other) =>
          Number(isPaid(other)) - Number(isPaid(one)) || one.createdAt - other.createdAt,
      )
      .map(order => (keepsNumbers ? order : { ...order, noticeNumber: ++noticeNumber }))
    return chosen.length > 0 ? [{ intention, orders: chosen }] : []
  })
}

const isPaid = ({ payment }: Order) => payment === 'paid'

/** Marks a donation without its amount. */
const starOf = (order: Order) => (isPaid(order) ? '★ ' : '')

/** Max length of a name or purpose in the email's own list; the sheet has the whole. */
const listLimit = 200

function formatPurpose({ purpose }: Order, { intention }: Section, limit?: number): string {
  return repeatsIntention(purpose, intention) ? '' : visitorText(purpose, limit)
}

function marksOf(order: Order, texts: LocalTexts): string[] {
  const { marks } = texts
  return [
    (order.payment === 'paid' || isUnconfirmed(order)) && formatDonated(order, texts),
    isUnconfirmed(order) && marks.claimed,
    (order.payment === 'returned' || order.payment === 'disputed') && marks.returned,
    order.fulfilment === 'lit' && marks.lit,
    ...listDoubts(order, texts),
    order.needsDetails && visitorEmail(order.email ?? ''),
  ].filter(mark => mark !== false)
}

export interface Digest {
  /** Names its page. */
  code: string
  sections: Section[]
  at: number
  /** One network sent many orders. */
  isBurst?: boolean
  /** Orders that wait in other notices. */
  earlier?: Order[]
  /** It comes once more, with what still waits of it. */
  isReminder?: boolean
}

/** With a sheet to print. `code` names its page; `isBurst`: one network sent many orders. */
export function digestEmail(
  settings: EmailSettings,
  { code, sections, at, isBurst = false, earlier = [], isReminder = false }: Digest,
): Email {
  const orders = sections.flatMap(section => section.orders)
  const paid = orders.filter(isPaid).length
  const isAgain = orders.some(comesAgain)
  return toTemple(settings, texts => {
    const copy = texts.digest
    const day = texts.formatDay(at)
    const summary = copy.summary(orders.length, paid)
    return {
      kind: isReminder ? 'temple-digest-again' : 'temple-digest',
      subjectId: code,
      urgent: paid > 0,
      subject: `${isReminder ? copy.reminderSubject : ''}${summary} (${day})`,
      heading: copy.heading(day),
      sheetHtml: formatSheet(sections, { at, label: order => String(order.noticeNumber) }, texts),
      blocks: [
        isReminder && callout(copy.reminder),
        paragraph(isAgain && !isReminder ? `${summary}. ${copy.again}` : `${summary}.`),
        isBurst && callout(copy.burst),
        ...sections.map(section =>
          list(
            copy.headings[section.intention],
            section.orders.map(order => ({
              label: String(order.noticeNumber),
              name: starOf(order) + formatName(order, texts, listLimit),
              purpose: formatPurpose(order, section, listLimit),
              details: [...marksOf(order, texts), order.code].filter(Boolean).join(' · '),
            })),
          ),
        ),
        paragraph(copy.lightThem),
        templeButton(copy.markAsLit, settings),
        paragraph(copy.print),
        earlier.length > 0 && linkEarlier(settings, earlier, texts),
      ],
    }
  })
}

interface Pages extends Pick<Digest, 'at' | 'isBurst'> {
  pages: { code: string; ids: string[] }[]
}

/**
 * Names the pages of lists that are too many for emails. No order's words are in it, so erasure has
 * nothing to find.
 */
export function burstEmail(settings: EmailSettings, { pages, at, isBurst }: Pages): Email {
  const count = pages.reduce((sum, { ids }) => sum + ids.length, 0)
  return toTemple(settings, texts => {
    const copy = texts.digest
    const day = texts.formatDay(at)
    const summary = copy.summary(count, 0)
    const links = pages.map(({ ids }, i) => ({ text: copy.page(i + 1, ids.length) }))
    return {
      kind: 'temple-burst',
      subjectId: randomId(),
      subject: `${summary} (${day})`,
      heading: copy.heading(day),
      blocks: [
        paragraph(`${summary}.`),
        isBurst === true && callout(copy.burst),
        paragraph(copy.tooMany),
        templeLinks(copy.pages, links, settings),
      ],
    }
  })
}

/** By number or time alone: erasure finds the words of an order in its own notice. */
function linkEarlier(settings: EmailSettings, orders: Order[], texts: LocalTexts) {
  const { earlier, earlierOne, earlierList } = texts.digest
  const firsts = orders.filter(
    ({ noticeId }, i) => orders.findIndex(other => other.noticeId === noticeId) === i,
  )
  const entries = firsts.map(first => {
    const listed = orders.filter(({ noticeId }) => noticeId === first.noticeId)
    const text =
      first.noticeId === first.id
        ? earlierOne(texts.formatTime(first.createdAt))
        : earlierList(texts.formatDay(first.createdAt), listNumbers(listed))
    return { text }
  })
  return templeLinks(earlier, entries, settings)
}

const print = html`@page { size: A4; margin: 18mm 16mm }
body { font: 20pt/1.35 Georgia, 'Times New Roman', serif; color: #000; background: #fff; max-width: 178mm; margin: 0 auto }
h1 { border-bottom: 1pt solid #000; font-size: 22pt; margin: 0; padding: 0 0 4mm }
h2 { font-size: 20pt; margin: 8mm 0 3mm; break-after: avoid }
ul { list-style: none; margin: 0; padding: 0 }
li { break-inside: avoid; display: flex; gap: 4mm; margin: 0 0 3mm }
b { flex: none; font: 12pt/27pt sans-serif; color: #555; min-width: 10mm }
span { overflow-wrap: anywhere }
small { display: block; font-size: 13pt; line-height: 1.3; color: #333 }
@media screen { body { padding: 8mm } }`

interface Sheet {
  at: number
  label(order: Order): string
}

/** An A4 page of names in large type, without addresses and amounts. */
export function formatSheet(sections: Section[], { at, label }: Sheet, texts: LocalTexts): string {
  const heading = texts.digest.heading(texts.formatDay(at))
  const parts = sections.map(section => {
    const entries = section.orders.map(order => {
      const purpose = formatPurpose(order, section)
      const unclear = order.needsDetails ? texts.marks.needsDetails : ''
      const details = html`${purpose && withOwnDirection(purpose)}${purpose && unclear && ' · '}${unclear}`
      return html`<li><b>${starOf(order)}${label(order)}</b><span>${withOwnDirection(formatName(order, texts))}${details.markup && html`<small>${details}</small>`}</span></li>`
    })
    return html`<h2>${texts.digest.headings[section.intention]}</h2><ul>${entries}</ul>`
  })
  return html`<!DOCTYPE html>
<html lang="${texts.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="format-detection" content="telephone=no, date=no, address=no"><title>${heading}</title><style>${print}</style></head>
<body><h1>${heading}</h1>${parts}</body></html>`.markup
}
