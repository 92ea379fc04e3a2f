import type { Email, EmailKind } from './email'
import { type Html, html, oneLine } from './html'
import type { EmailTexts } from './locales/texts'

// Styles stand in each element, because mail programs drop style sheets; those that know the dark
// scheme keep this one. A name of a thousand letters without a space must not widen the sheet.
const base = html`font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;word-break:break-word;overflow-wrap:anywhere;color:#2b2622;`
const body = html`${base}font-size:16px;line-height:24px;`
const box = html`${body}margin:0 0 14px;padding:10px 12px;border-left:4px solid`
const styles = {
  sheet: html`background-color:#ffffff;border:1px solid #e6dccb;border-radius:10px;border-collapse:separate;max-width:520px;table-layout:fixed;width:100%`,
  candle: html`${base}font-size:28px;line-height:32px;margin:0 0 8px`,
  heading: html`${base}font-size:22px;line-height:28px;font-weight:600;margin:0 0 16px`,
  paragraph: html`${body}margin:0 0 14px`,
  notice: html`${box} #c58a1c;background-color:#fdf3d8`,
  good: html`${box} #4c8a46;background-color:#e8f3e6`,
  facts: html`border-top:1px solid #e6dccb;margin:18px 0 14px`,
  fact: html`${body}margin:0 0 10px`,
  label: html`color:#6b6157;font-size:14px`,
  photo: html`border-radius:8px;display:block;height:auto;max-width:100%;width:480px`,
  rule: html`border:none;border-top:1px solid #e6dccb;margin:20px 0 12px;width:100%`,
  footer: html`${base}font-size:13px;line-height:18px;color:#6b6157;margin:0`,
}
const darkScheme = html`<style>@media (prefers-color-scheme: dark) {
.page { background-color: #1c1815 !important }
.sheet { background-color: #29231e !important }
.sheet, .line { border-color: #4a4036 !important }
.text { color: #f1eae0 !important }
.quiet { color: #b8ab9b !important }
.notice { background-color: #413414 !important }
.good { background-color: #20351f !important }
}</style>`

/** A part of an email in both of its forms. */
export interface Block {
  html: Html
  text: string
}

export function paragraph(text: string): Block {
  return block('text', styles.paragraph, text)
}

/** What must not be overlooked. */
export function notice(text: string): Block {
  return block('text notice', styles.notice, text)
}

export function goodNews(text: string): Block {
  return block('text good', styles.good, text)
}

function block(classes: string, style: Html, text: string): Block {
  const line = oneLine(text)
  return { html: html`<p class="${classes}" style="${style}">${line}</p>`, text: line }
}

/** Facts, each a label with its value. In the text form a value never begins a line. */
export function facts(entries: [label: string, value: string][]): Block {
  const lines = entries.map(([label, value]) => [`${label}:`, oneLine(value)] as const)
  const rows = lines.map(
    ([label, value]) =>
      html`<p class="text" style="${styles.fact}" dir="auto"><span class="quiet" style="${styles.label}">${label}</span><br>${value}</p>`,
  )
  return {
    html: html`<table class="line" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="${styles.facts}"><tr><td style="padding-top:14px">${rows}</td></tr></table>`,
    text: lines.map(line => line.join(' ')).join('\n'),
  }
}

/** The photo that the email carries. */
export function photo(description: string): Block {
  return {
    html: html`<img src="cid:photo" alt="${description}" width="480" style="${styles.photo}">`,
    text: '',
  }
}

/** One email before it has its frame; what is not given is the usual. */
export interface Message extends Partial<Omit<Email, 'html' | 'text'>> {
  kind: EmailKind
  subjectId: string
  subject: string
  heading: string
  /** What a mailbox shows beside the subject; the first block if it is not given. */
  preview?: string
  /** `false`: a part that does not apply. */
  blocks: (Block | false)[]
}

interface Audience {
  recipient: string
  replyTo: string | null
  footer: string
}

/** Puts a message into the frame that every email has, in both forms. */
export function layout(message: Message, audience: Audience, { locale }: EmailTexts): Email {
  const { heading, preview, blocks, ...email } = message
  const { footer, ...envelope } = audience
  const [lang = locale] = locale.split('-')
  const shown = blocks.filter(block => block !== false)
  const { markup } = html`<!DOCTYPE html>
<html lang="${lang}"><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="x-apple-disable-message-reformatting"><meta name="format-detection" content="telephone=no, date=no, address=no"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${heading}</title>${darkScheme}</head>
<body class="page" style="background-color:#f6f1e8;margin:0;padding:0"><div style="display:none;max-height:0;overflow:hidden">${preview ?? shown[0]?.text ?? ''}</div>
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background-color:#f6f1e8"><tr><td style="padding:16px 8px">
<table class="sheet" role="presentation" align="center" width="100%" cellpadding="0" cellspacing="0" style="${styles.sheet}"><tr><td style="padding:24px 20px">
<p class="text" style="${styles.candle}">🕯</p>
<h1 class="text" style="${styles.heading}">${heading}</h1>
${shown.map(block => block.html)}
<hr class="line" style="${styles.rule}">
<p class="quiet" style="${styles.footer}">${footer}</p>
</td></tr></table></td></tr></table></body></html>`
  const texts = [heading, ...shown.map(block => block.text), '-'.repeat(40), footer]
  return {
    urgent: false,
    photoId: null,
    ...envelope,
    ...email,
    subject: oneLine(message.subject),
    html: markup,
    text: texts.filter(Boolean).join('\n\n'),
  }
}
