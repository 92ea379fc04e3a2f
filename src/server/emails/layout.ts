import { keepTogether } from '../../shared/plain-text'
import type { Config, MailConfig, TempleConfig } from '../config/read-config'
import type { DonorEmailKind, Email, EmailKind, Order, TempleEmailKind } from '../db/schema'
import { randomId } from '../db/store'
import { type Html, html, oneLine } from '../html'
import { type LocalTexts, localTexts, orderFacts } from './format'
import { mayEmailDonor } from './may-email-donor'
import { templePath } from './temple-link'
import { templeNote, templeTexts } from './temple-note'

// Inline, because most mail programs drop style sheets; those with a dark scheme keep this one.
const base = html`font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;word-break:break-word;overflow-wrap:anywhere;color:#2b2622;`
const body = html`${base}font-size:16px;line-height:24px;`
const box = html`${body}margin:0 0 14px;padding:10px 12px;border-left:4px solid`
const styles = {
  sheet: html`background-color:#ffffff;border:1px solid #e6dccb;border-radius:10px;border-collapse:separate;max-width:520px;table-layout:fixed;width:100%`,
  candle: html`${base}font-size:28px;line-height:32px;margin:0 0 8px`,
  place: html`${base}font-size:14px;line-height:20px;color:#6b6157;margin:0 0 4px`,
  heading: html`${base}font-size:22px;line-height:28px;font-weight:600;margin:0 0 16px`,
  paragraph: html`${body}margin:0 0 14px`,
  callout: html`${box} #c58a1c;background-color:#fdf3d8`,
  good: html`${box} #4c8a46;background-color:#e8f3e6`,
  facts: html`border-top:1px solid #e6dccb;margin:18px 0 14px`,
  fact: html`${body}margin:0 0 10px`,
  label: html`color:#6b6157;font-size:14px`,
  photo: html`border-radius:8px;display:block;height:auto;margin:0 0 14px;max-width:100%;width:480px`,
  button: html`${base}font-size:17px;line-height:22px;font-weight:600;background-color:#7b2d1c;border-radius:10px;color:#ffffff;display:inline-block;padding:14px 22px;text-decoration:none`,
  rule: html`border:none;border-top:1px solid #e6dccb;margin:20px 0 12px;width:100%`,
  footer: html`${base}font-size:13px;line-height:18px;color:#6b6157;margin:0 0 4px`,
}
const darkScheme = html`<style>@media (prefers-color-scheme: dark) {
.page { background-color: #1c1815 !important }
.sheet { background-color: #29231e !important }
.sheet, .line { border-color: #4a4036 !important }
.text { color: #f1eae0 !important }
.quiet { color: #b8ab9b !important }
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

/** Opens the temple's page, at an order if a code is given; the outbox signs the link. */
export function templeButton(label: string, { publicUrl }: EmailSettings, code?: string): Block {
  return button(label, new URL(templePath(code), publicUrl).href)
}

export function button(label: string, href: string): Block {
  return {
    html: html`<p style="margin:18px 0 20px"><a class="button" href="${href}" style="${styles.button}">${label}</a></p>`,
    text: `${label}: ${href}`,
  }
}

/** A link on a line of its own, for what may be done besides. */
export function link(label: string, href: string): Block {
  return {
    html: html`<p style="${styles.paragraph}"><a class="text" href="${href}" style="color:#2b2622">${label}</a></p>`,
    text: `${label}: ${href}`,
  }
}

/** In the text form no value begins a line, where it could pose as a label or a quote. */
export function facts(entries: [label: string, value: string][]): Block {
  const lines = entries.map(([label, value]) => [`${label}:`, oneLine(value)] as const)
  const rows = lines.map(
    ([label, value]) =>
      html`<p class="text" style="${styles.fact}"><span class="quiet" style="${styles.label}">${label}</span><br>${withOwnDirection(value)}</p>`,
  )
  return {
    html: html`<table class="line" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="${styles.facts}"><tr><td style="padding-top:14px">${rows}</td></tr></table>`,
    text: lines.map(line => line.join(' ')).join('\n'),
  }
}

/** Names may be written right to left, and the label, amount or code beside them is not. */
export function withOwnDirection(text: string): Html {
  return html`<span dir="auto">${text}</span>`
}

export function photos(count: number, description: string): Block {
  const images = Array.from(
    { length: count },
    (_, i) =>
      html`<img src="cid:${photoCid(i)}" alt="${description}" width="480" style="${styles.photo}">`,
  )
  return { html: html`${images}`, text: '' }
}

/** A Content-ID. */
export function photoCid(index: number): string {
  return index === 0 ? 'photo' : `photo-${index + 1}`
}

export interface Message<Kind extends EmailKind>
  extends Partial<Omit<Email, 'htmlBody' | 'textBody'>> {
  kind: Kind
  heading: string
  /** `false`: a part that does not apply. */
  blocks: (Block | false)[]
}

/** What the texts and addresses of emails depend on. */
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

/** About an order. Empty if the donor's address may not be used. */
export function toDonor(
  settings: EmailSettings,
  order: Order,
  write: (texts: LocalTexts) => Message<DonorEmailKind>,
): Email[] {
  if (!mayEmailDonor(order)) return []
  const { publicUrl, digest, temple } = settings
  const texts = localTexts(order.language, digest.timeZone)
  const { blocks, ...message } = write(texts)
  const complete = {
    subjectId: order.id,
    subject: `${message.heading} (${order.code})`,
    recipient: order.email ?? '',
    ...message,
    blocks: [...blocks, facts(orderFacts(order, texts))],
  }
  const footer = [texts.donorFooter(publicUrl.host), ...templeNote(temple, order.language)]
  return [layout(complete, footer, settings, texts)]
}

type Addressed = Message<EmailKind> & Pick<Email, 'subjectId' | 'subject' | 'recipient'>

/** Urgent ones have a star in their subject. */
export function toTemple(
  settings: EmailSettings,
  write: (texts: LocalTexts) => Message<TempleEmailKind> & Pick<Email, 'subjectId' | 'subject'>,
): Email {
  const { templeEmail, templeLanguage, publicUrl, digest } = settings
  const texts = localTexts(templeLanguage, digest.timeZone)
  const message = { recipient: templeEmail, ...write(texts) }
  const subject = `${message.urgent ? '★ ' : ''}${message.subject}`
  return layout({ ...message, subject }, [texts.templeFooter(publicUrl.host)], settings, texts)
}

/** In English, as are the commands. */
export function toOperator(
  settings: EmailSettings,
  message: Message<'operator-findings'> & Pick<Email, 'subjectId' | 'subject' | 'recipient'>,
): Email {
  const texts = localTexts('en', settings.digest.timeZone)
  return layout(message, [texts.templeFooter(settings.publicUrl.host)], settings, texts)
}

function layout(
  { heading, blocks, ...email }: Addressed,
  footer: string[],
  { publicUrl, temple }: EmailSettings,
  { language }: LocalTexts,
): Email {
  const { place } = templeTexts(temple, language)
  const parts = blocks.filter(block => block !== false)
  const { markup } = html`<!DOCTYPE html>
<html lang="${language}"><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="x-apple-disable-message-reformatting"><meta name="format-detection" content="telephone=no, date=no, address=no"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${heading}</title>${darkScheme}</head>
<body class="page" style="background-color:#f6f1e8;margin:0;padding:0"><div style="display:none;max-height:0;overflow:hidden">${parts[0]?.text ?? ''}</div>
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background-color:#f6f1e8"><tr><td style="padding:16px 8px">
<table class="sheet" role="presentation" align="center" width="100%" cellpadding="0" cellspacing="0" style="${styles.sheet}"><tr><td style="padding:24px 20px">
<p class="text" style="${styles.candle}">🕯️</p>
${place ? html`<p class="quiet" style="${styles.place}">${place}</p>` : html``}
<h1 class="text" style="${styles.heading}">${heading}</h1>
${parts.map(block => block.html)}
<hr class="line" style="${styles.rule}">
${footer.map(line => html`<p class="quiet" style="${styles.footer}">${line}</p>`)}
</td></tr></table></td></tr></table></body></html>`
  const texts = [
    place,
    heading,
    ...parts.map(block => block.text),
    '-'.repeat(40),
    footer.join('\n'),
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
