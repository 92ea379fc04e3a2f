import { keepTogether } from '../../shared/plain-text'
import type { Config, MailConfig, TempleConfig } from '../config/read-config'
import type { DonorEmailKind, Email, EmailKind, Order, TempleEmailKind } from '../db/schema'
import { randomId } from '../db/store'
import { type Html, html, oneLine, visitorText } from '../html'
import { formatName, formatSite, type LocalTexts, localTexts } from './format'
import { mayEmailDonor } from './may-email-donor'
import { templeFooter, templeTexts } from './temple-footer'
import { templePath } from './temple-link'

// Most mail programs drop style sheets, so the styles are inline. Programs with a dark scheme keep this one
// sheet. All of them draw tables, backgrounds and borders.
const base = html`font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;word-break:break-word;overflow-wrap:anywhere;color:#2b2018;`
const serif = html`font-family:Palatino Linotype,Palatino,PT Serif,Noto Serif,Georgia,serif;font-weight:400;`
const body = html`${base}font-size:16px;line-height:24px;`
const box = html`${body}margin:0 0 14px;padding:10px 12px;border-left:5px solid`
const small = html`${base}font-size:14px;line-height:20px;color:#5f5144;`
const gold = html`#c99a4b`
const styles = {
  sheet: html`background-color:#fffdf8;border:1px solid #e3d6c3;border-radius:10px;border-collapse:separate;max-width:520px;overflow:hidden;table-layout:fixed;width:100%`,
  photo: html`${serif}background-color:#2a160e;border-bottom:1px solid ${gold};color:#fbeedb;display:block;font-size:18px;height:auto;line-height:60px;text-align:center;width:100%`,
  band: html`background-color:#2a160e;border-bottom:1px solid ${gold};padding:18px 20px 20px;text-align:center`,
  bandLine: html`${small}color:#ead9c0;margin:0`,
  bandHeading: html`${base}${serif}color:#fbeedb;font-size:25px;line-height:32px;margin:2px 0`,
  heading: html`${base}font-size:16px;line-height:24px;font-weight:700;margin:0 0 14px`,
  urgentHeading: html`${box} ${gold};background-color:#fdf0d5;font-weight:700`,
  paragraph: html`${body}margin:0 0 14px`,
  wish: html`${base}${serif}font-size:17px;font-style:italic;line-height:26px;margin:2px 0 14px;text-align:center`,
  callout: html`${box} ${gold};background-color:#fdf0d5`,
  good: html`${box} #4c8a46;background-color:#e8f3e6`,
  note: html`border-bottom:1px solid ${gold};margin:0 0 14px`,
  purpose: html`${base}color:#5f5144;font-size:15px;line-height:22px;margin:0`,
  name: html`${base}${serif}font-size:25px;line-height:32px;margin:0`,
  buttonCell: html`background-color:#7a2f1b;border-radius:10px;text-align:center`,
  button: html`${base}background-color:#7a2f1b;border-radius:10px;color:#fffaf0;display:block;font-size:18px;font-weight:700;line-height:24px;padding:15px 12px;text-decoration:none`,
  rule: html`border:none;border-top:1px solid #e3d6c3;margin:16px 0 12px;width:100%`,
  small: html`${small}margin:0 0 6px`,
}
const darkScheme = html`<style>@media (prefers-color-scheme: dark) {
.page { background-color: #14100c !important }
.sheet { background-color: #211a15 !important }
.sheet, .line { border-color: #43372c !important }
.text { color: #f5eadb !important }
.quiet { color: #cbb9a3 !important }
.callout { background-color: #413414 !important }
.good { background-color: #20351f !important }
}</style>`

export interface Block {
  html: Html
  text: string
}

export function paragraph(text: string): Block {
  return block('text', styles.paragraph, text)
}

export function callout(text: string): Block {
  return block('text callout', styles.callout, text)
}

export function goodNews(text: string): Block {
  return block('text good', styles.good, text)
}

function block(classes: string, style: Html, text: string): Block {
  const line = keepTogether(oneLine(text))
  return { html: html`<p class="${classes}" style="${style}">${line}</p>`, text: line }
}

/** The blessing at the end of good news. */
export function wish(text: string): Block {
  return block('text', styles.wish, text)
}

/** The note that is read in church, as the form's thanks show it. In emails to donors it is centred. */
function note(order: Order, texts: LocalTexts, align: 'left' | 'center'): Block {
  const name = formatName(order, texts)
  const purpose = visitorText(order.purpose)
  const lines = html`${purpose && html`<p class="quiet" style="${styles.purpose}">${withOwnDirection(purpose)}</p>`}<p class="text" style="${styles.name}">${withOwnDirection(name)}</p>`
  return {
    html: html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="${styles.note}"><tr><td align="${align}" style="padding-bottom:12px">${lines}</td></tr></table>`,
    // No value begins a line, where it could pose as a label or a quote.
    text: formatFacts(
      [[texts.labels.forWhom, name] as const, [texts.labels.purpose, purpose] as const].filter(
        ([, value]) => value !== '',
      ),
    ),
  }
}

/** Names for whom and for what a candle is, in an email to the temple. */
export function orderNote(order: Order, texts: LocalTexts): Block {
  return note(order, texts, 'left')
}

/** A button that opens the temple's page, at an order if a code is given. The outbox signs the link. */
export function templeButton(label: string, { publicUrl }: EmailSettings, code?: string): Block {
  return button(label, new URL(templePath(code), publicUrl).href)
}

export function button(label: string, href: string): Block {
  return {
    // The cell has the height of the button, because Outlook ignores the padding of a link.
    html: html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 14px"><tr><td class="button" height="54" style="${styles.buttonCell}"><a href="${href}" style="${styles.button}">${label}</a></td></tr></table>`,
    text: `${label}: ${href}`,
  }
}

type Fact = readonly [label: string, value: string]

const formatFacts = (facts: Fact[]) =>
  facts.map(([label, value]) => `${label}: ${oneLine(value)}`).join('\n')

/** A small line for a fact that seldom matters, with a link for a secondary action. */
export function details(facts: Fact[], link?: { label: string; href: string } | null): Block {
  const parts = facts.map(
    ([label, value]) => html`<span>${label}: ${withOwnDirection(oneLine(value))}</span>`,
  )
  if (link)
    parts.push(html`<a class="quiet" href="${link.href}" style="color:#5f5144">${link.label}</a>`)
  return {
    html: html`<p class="quiet" style="${styles.small}">${parts.map((part, i) => html`${i > 0 ? ' · ' : ''}${part}`)}</p>`,
    text: [formatFacts(facts), link && `${link.label}: ${link.href}`].filter(Boolean).join('\n'),
  }
}

/**
 * Isolates a name, which may be written right to left, from the label, amount or code beside it. Browsers
 * must not translate it, or names would become words.
 */
export function withOwnDirection(text: string): Html {
  return html`<span dir="auto" translate="no">${text}</span>`
}

/** Shows photos from edge to edge. A program without pictures shows their description instead. */
function photos(count: number, description: string): Html {
  const images = Array.from(
    { length: count },
    (_, i) =>
      html`<img src="cid:${photoCid(i)}" alt="${description}" width="520" style="${styles.photo}">`,
  )
  return html`${images}`
}

/** Returns the Content-ID of a photo. */
export function photoCid(index: number): string {
  return index === 0 ? 'photo' : `photo-${index + 1}`
}

export interface Message<Kind extends EmailKind>
  extends Partial<Omit<Email, 'htmlBody' | 'textBody'>> {
  kind: Kind
  heading: string
  /** Blocks that do not apply are `false`. */
  blocks: (Block | false)[]
}

/** An email to a donor begins with its photos, the heading and a line below it. */
interface DonorMessage extends Message<DonorEmailKind> {
  photoCount?: number
  when?: string
}

export interface EmailSettings
  extends Pick<MailConfig, 'templeEmail' | 'templeLanguage' | 'digest'> {
  publicUrl: URL
  temple: TempleConfig | null
}

export function createEmailSettings({
  mail: { templeEmail, templeLanguage, digest },
  publicUrl,
  temple,
}: Pick<Config, 'mail' | 'publicUrl' | 'temple'>): EmailSettings {
  return { templeEmail, templeLanguage, digest, publicUrl, temple }
}

/** Writes to the donor of an order. Returns nothing if the address may not be used. */
export function toDonor(
  settings: EmailSettings,
  order: Order,
  write: (texts: LocalTexts) => DonorMessage,
): Email[] {
  if (!mayEmailDonor(order)) return []
  const { publicUrl, digest, temple } = settings
  const texts = localTexts(order.language, digest.timeZone)
  const { blocks, photoCount = 0, when = '', heading, ...message } = write(texts)
  const { place } = templeTexts(temple, order.language)
  const email = {
    subjectId: order.id,
    subject: `${heading} (${order.code})`,
    recipient: order.email ?? '',
    ...message,
  }
  const band = html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td style="${styles.band}">${bandLine(place)}<h1 style="${styles.bandHeading}">${heading}</h1>${bandLine(when)}</td></tr></table>`
  const content = {
    title: heading,
    top: {
      html: html`${photos(photoCount, texts.photoAdded.heading)}${band}`,
      text: [place, heading, when].filter(Boolean).join('\n\n'),
    },
    blocks: [note(order, texts, 'center'), ...blocks],
    foot: [
      details([[texts.labels.code, order.code]]),
      ...[texts.questions, texts.donorFooter(formatSite(publicUrl))].map(footLine),
      ...templeFooter(temple, order.language).map(footLine),
    ],
  }
  return [layout(email, content, settings, texts)]
}

const bandLine = (line: string) =>
  line === '' ? html`` : html`<p style="${styles.bandLine}">${line}</p>`

const footLine = (line: string): Block => block('quiet', styles.small, line)

type Addressed = Message<EmailKind> & Pick<Email, 'subjectId' | 'subject' | 'recipient'>

/** Writes to the temple. The subject of an urgent email has a star. */
export function toTemple(
  settings: EmailSettings,
  write: (texts: LocalTexts) => Message<TempleEmailKind> & Pick<Email, 'subjectId' | 'subject'>,
): Email {
  const { templeEmail, templeLanguage, digest } = settings
  const texts = localTexts(templeLanguage, digest.timeZone)
  const message = write(texts)
  const subject = addStar(message.subject, message.urgent)
  return layoutPlainly(settings, { recipient: templeEmail, ...message, subject }, texts)
}

/** Writes to the operator, in English like the commands. */
export function toOperator(
  settings: EmailSettings,
  message: Message<'operator-findings'> & Pick<Email, 'subjectId' | 'subject' | 'recipient'>,
): Email {
  return layoutPlainly(settings, message, localTexts('en', settings.digest.timeZone))
}

const addStar = (text: string, urgent = false) => (urgent ? `★ ${text}` : text)

/** The layout for those who serve at the church: their task comes first, and the name of the form last. */
function layoutPlainly(
  settings: EmailSettings,
  { heading, blocks, ...email }: Addressed,
  texts: LocalTexts,
): Email {
  const { place } = templeTexts(settings.temple, texts.language)
  const text = addStar(heading, email.urgent)
  const title = email.urgent
    ? html`<h1 class="text callout" style="${styles.urgentHeading}">${text}</h1>`
    : html`<h1 class="text" style="${styles.heading}">${text}</h1>`
  const footer = [place, texts.templeFooter(formatSite(settings.publicUrl))]
  const content = {
    title: heading,
    blocks: [{ html: title, text }, ...blocks],
    foot: footer.filter(Boolean).map(footLine),
  }
  return layout(email, content, settings, texts)
}

interface Content {
  title: string
  /** This part goes from edge to edge. */
  top?: Block
  blocks: (Block | false)[]
  foot: Block[]
}

function layout(
  email: Omit<Addressed, 'heading' | 'blocks'>,
  { title, top, blocks, foot }: Content,
  { publicUrl }: EmailSettings,
  { language }: LocalTexts,
): Email {
  const parts = blocks.filter(block => block !== false)
  const { markup } = html`<!DOCTYPE html>
<html lang="${language}"><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="x-apple-disable-message-reformatting"><meta name="format-detection" content="telephone=no, date=no, address=no"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${title}</title>${darkScheme}</head>
<body class="page" style="background-color:#f6f1e8;margin:0;padding:0">
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background-color:#f6f1e8"><tr><td style="padding:16px 8px">
<table class="sheet" role="presentation" align="center" width="100%" cellpadding="0" cellspacing="0" style="${styles.sheet}"><tr><td>${top ? top.html : html``}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td style="padding:16px 16px 14px">
${parts.map(part => part.html)}
<hr class="line" style="${styles.rule}">
${foot.map(part => part.html)}
</td></tr></table></td></tr></table></td></tr></table></body></html>`
  const texts = [
    top?.text,
    ...parts.map(part => part.text),
    '-'.repeat(40),
    foot.map(part => part.text).join('\n'),
  ]
  return {
    messageId: `<${randomId()}@${publicUrl.hostname}>`,
    urgent: false,
    photoSetId: null,
    ...email,
    subject: oneLine(email.subject),
    htmlBody: markup,
    textBody: texts.filter(Boolean).join('\n\n'),
  }
}
