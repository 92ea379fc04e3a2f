import type { Order } from '../server/db/schema'
import { formatName, type LocalTexts } from '../server/emails/format'
import { withOwnDirection } from '../server/emails/layout'
import { html, visitorText } from '../server/html'
import { findIntention, repeatsIntention } from '../shared/intention'
import { type Intention, intentions } from '../shared/temple-page'

export interface Section {
  intention: Intention
  orders: Order[]
}

/**
 * Arranges orders as a church reads them: the living, the departed, then all others. Under each heading
 * orders with a donation come first.
 */
export function arrangeForReading(orders: Order[]): Section[] {
  return intentions.flatMap(intention => {
    const chosen = orders
      .filter(order => findIntention(order) === intention)
      .sort(
        (one, other) =>
          Number(isPaid(other)) - Number(isPaid(one)) || one.createdAt - other.createdAt,
      )
    return chosen.length > 0 ? [{ intention, orders: chosen }] : []
  })
}

const isPaid = ({ payment }: Order) => payment === 'paid'

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

/** Writes A4 pages of names in large type, without addresses and amounts. A star marks a donation. */
export function formatSheet(sections: Section[], at: number, texts: LocalTexts): string {
  const heading = texts.sheet.heading(texts.formatDay(at))
  const parts = sections.map(({ intention, orders }) => {
    const entries = orders.map(order => {
      const name = formatName(order, texts)
      const purpose = repeatsIntention(order.purpose, intention) ? '' : visitorText(order.purpose)
      const unclear = order.needsDetails ? texts.marks.needsDetails : ''
      const details = html`${purpose && withOwnDirection(purpose)}${purpose && unclear && ' · '}${unclear}`
      return html`<li><b>${isPaid(order) ? '★ ' : ''}${order.code}</b><span>${withOwnDirection(name)}${details.markup && html`<small>${details}</small>`}</span></li>`
    })
    return html`<h2>${texts.sheet.headings[intention]}</h2><ul>${entries}</ul>`
  })
  return html`<!DOCTYPE html>
<html lang="${texts.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="format-detection" content="telephone=no, date=no, address=no"><title>${heading}</title><style>${print}</style></head>
<body><h1>${heading}</h1>${parts}</body></html>`.markup
}
