import type { Intention } from '../../shared/temple-page'
import type { Email, Order } from '../db/schema'
import { formatName, type LocalTexts } from './format'
import { html, visitorEmail, visitorText } from './html'
import { type EmailSettings, list, notice, paragraph, templeButton, toTemple } from './layout'
import { comesAgain, formatDonated, isClaimed, listDoubts } from './order-emails'

export interface Section {
  paid: boolean
  intention: Intention
  /** With `noticeNumber` counted through all sections. */
  orders: Order[]
}

const health = /здоров|здрав[иі]|одуж|зціл|исцел|выздор|видуж|health|healing|recover/i
const repose =
  /упок|за пок[оі]й|спочи[влт]|усоп|помер|умерш|новопре|(вічн|вечн)\p{L}{0,9} пам|царств|repose|rest in|deceased|departed|in memory/iu
const plainPurpose =
  /^(за |об? |про |for )?(the )?(здоров['’ʼ`ь]?[яе]|здравие|здравии|упок[оі]й|упокоєння|упокоение|упокоении|health|repose|departed)[.!]*$/i

export function readIntention({ purpose }: Order): Intention {
  const isHealth = health.test(purpose)
  const isRepose = repose.test(purpose)
  if (isHealth === isRepose) return 'other'
  return isHealth ? 'health' : 'repose'
}

/** Numbers the orders and groups them by donation and by intention. */
export function arrangeForReading(orders: Order[]): Section[] {
  let noticeNumber = 0
  const sections: Section[] = []
  for (const paid of [true, false])
    for (const intention of ['health', 'repose', 'other'] as const) {
      const chosen = orders
        .filter(order => (order.payment === 'paid') === paid && readIntention(order) === intention)
        .sort((one, other) => one.createdAt - other.createdAt)
      if (chosen.length > 0)
        sections.push({
          paid,
          intention,
          orders: chosen.map(order => ({ ...order, noticeNumber: ++noticeNumber })),
        })
    }
  return sections
}

/** Max length of a name or purpose in the email's own list; the sheet has the whole. */
const listLimit = 200

/** Joins names on separate lines. */
export function joinNames(name: string): string {
  return name.replace(/[ \t,;]{0,9}\n\s*/g, ', ')
}

function nameOf({ name }: Order, texts: LocalTexts, limit?: number): string {
  return formatName({ name: joinNames(name) }, texts, limit)
}

/** Whether a purpose only repeats the heading that the order stands under. */
export function repeatsIntention(purpose: string, intention: Intention): boolean {
  return intention !== 'other' && plainPurpose.test(purpose.trim())
}

function purposeOf({ purpose }: Order, { intention }: Section, limit?: number): string {
  return repeatsIntention(purpose, intention) ? '' : visitorText(purpose, limit)
}

function marksOf(order: Order, texts: LocalTexts): string[] {
  const { marks } = texts
  return [
    (order.payment === 'paid' || isClaimed(order)) && formatDonated(order, texts),
    isClaimed(order) && marks.claimed,
    (order.payment === 'returned' || order.payment === 'disputed') && marks.returned,
    order.fulfilment === 'lit' && marks.lit,
    ...listDoubts(order, texts),
    order.needsDetails && visitorEmail(order.email ?? ''),
  ].filter(mark => mark !== false)
}

/** With a sheet to print. `code` names its page; `isBurst`: one network sent many orders. */
export function digestEmail(
  settings: EmailSettings,
  {
    code,
    sections,
    at,
    isBurst = false,
  }: { code: string; sections: Section[]; at: number; isBurst?: boolean },
): Email {
  const orders = sections.flatMap(section => section.orders)
  const paid = orders.filter(order => order.payment === 'paid').length
  const isAgain = orders.some(comesAgain)
  return toTemple(settings, texts => {
    const own = texts.digest
    const day = texts.formatDay(at)
    const summary = own.summary(orders.length, paid)
    return {
      kind: 'temple-digest',
      subjectId: code,
      urgent: paid > 0,
      subject: `${summary} (${day})`,
      heading: own.heading(day),
      sheetHtml: writeSheet(sections, { at, label: order => String(order.noticeNumber) }, texts),
      blocks: [
        paragraph(`${summary}. ${isAgain ? own.again : own.noOther}`),
        isBurst && notice(own.burst),
        ...sections.map(section =>
          list(
            own.title(section.paid, section.intention),
            section.orders.map(order => ({
              label: String(order.noticeNumber),
              name: nameOf(order, texts, listLimit),
              details: [purposeOf(order, section, listLimit), ...marksOf(order, texts), order.code]
                .filter(Boolean)
                .join(' · '),
            })),
          ),
        ),
        paragraph(own.lightThem),
        templeButton(texts.markAsLit, { kind: 'digest', code }, settings),
        paragraph(`${own.print} ${texts.notRead}`),
      ],
    }
  })
}

const print = html`@page { size: A4; margin: 18mm 16mm }
body { font: 20pt/1.35 Georgia, 'Times New Roman', serif; color: #000; background: #fff; max-width: 178mm; margin: 0 auto }
h1 { font-size: 22pt; margin: 0 0 4mm; border-bottom: 1pt solid #000 }
h2 { font-size: 20pt; margin: 8mm 0 3mm; break-after: avoid }
ul { list-style: none; margin: 0; padding: 0 }
li { break-inside: avoid; display: flex; gap: 4mm; margin: 0 0 3mm }
b { flex: none; font: 12pt/27pt sans-serif; color: #555; min-width: 10mm }
span { overflow-wrap: anywhere }
small { display: block; font-size: 13pt; line-height: 1.3; color: #333 }
@media screen { body { padding: 8mm } }`

/** An A4 page of names in large type, without addresses and amounts. */
export function writeSheet(
  sections: Section[],
  { at, label }: { at: number; label(order: Order): string },
  texts: LocalTexts,
): string {
  const heading = texts.digest.heading(texts.formatDay(at))
  const parts = sections.map(section => {
    const entries = section.orders.map(order => {
      const purpose = purposeOf(order, section)
      const unclear = order.needsDetails ? texts.marks.needsDetails : ''
      const details = [purpose, unclear].filter(Boolean).join(' · ')
      return html`<li dir="auto"><b>${label(order)}</b><span>${nameOf(order, texts)}${details ? html`<small>${details}</small>` : ''}</span></li>`
    })
    return html`<h2>${texts.digest.title(section.paid, section.intention)}</h2><ul>${entries}</ul>`
  })
  return html`<!DOCTYPE html>
<html lang="${texts.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="format-detection" content="telephone=no, date=no, address=no"><title>${heading}</title><style>${print}</style></head>
<body><h1>${heading}</h1>${parts}</body></html>`.markup
}
