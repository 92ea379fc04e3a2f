import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { buildOrder } from '../../tests/integration/build-order'
import { deliver } from '../../tests/integration/emails/reply-by-mail'
import { startDovecot } from '../../tests/integration/emails/start-dovecot'
import { startSmtpServer } from '../../tests/integration/emails/start-smtp-server'
import { call } from '../load'
import { startProduct } from '../programs'

const temple = 'temple@example.org'
const strangers = 10
const strangerBytes = 30 * 1024 * 1024
const replies = 24
/** The mailbox is read every 30 s. */
const lookMs = 40_000
const visitMs = 20
const windowMs = 5_000

/** What large mails cost visitors, on a core that the server shares with its decoder of photos. */
export async function attackByMail(): Promise<void> {
  const smtp = await startSmtpServer()
  const dovecot = await startDovecot()
  const imapUrl = dovecot.urlFor('temple')
  const ours = await startProduct({
    isPinned: true,
    env: {
      SMTP_URL: smtp.url,
      IMAP_URL: imapUrl,
      MAIL_FROM: 'candle@example.org',
      TEMPLE_EMAIL: temple,
      DIGEST_AFTER: String(replies),
    },
  })
  const { url, peakMemoryMb } = ours.server
  const received = (subject: RegExp) =>
    smtp.received.filter(
      mail => mail.to?.[0]?.address === temple && subject.test(mail.subject ?? ''),
    )
  const waitFor = async (count: number, subject: RegExp) => {
    while (received(subject).length < count) await pause(200)
  }
  try {
    for (let i = 0; i < replies; i += 1) await order(url)
    await waitFor(replies, /./)
    const notices = received(/./).map(({ replyTo }) => replyTo?.[0]?.address ?? '')

    const rows: Record<string, string | number>[] = []
    const measure = async (mails: string, end: Promise<unknown>) => {
      const p99 = await visitUntil(url, end)
      rows.push({
        mails,
        'page p99, worst 5 s, ms': p99,
        'server, MB': Math.round(peakMemoryMb() ?? 0),
      })
    }
    await measure('none', pause(lookMs))

    const filler = Buffer.alloc(strangerBytes, 'x')
    const attachments = [{ filename: 'film.mp4', content: filler }]
    for (let i = 0; i < strangers; i += 1)
      await deliver(imapUrl, { from: 'stranger@example.org', to: notices[i], attachments })
    await measure(`${strangers} of 30 MiB from strangers`, pause(lookMs))

    const content = await takeLargePhoto()
    for (const to of notices)
      await deliver(imapUrl, {
        from: temple,
        to,
        subject: 'Re: Candle',
        attachments: [{ filename: 'IMG.jpg', content }],
      })
    const size = (content.length / 1e6).toFixed(1)
    await measure(`${replies} replies with a photo of ${size} MB`, waitFor(replies, /^Re: /))
    console.table(rows)
  } finally {
    await ours.stop()
    await dovecot.stop()
    await smtp.close()
  }
}

async function order(url: string): Promise<void> {
  const headers = { 'idempotency-key': randomUUID() }
  await call(`${url}/api/candle-orders`, { body: buildOrder(), headers })
}

/** A page every 20 ms until the end; the 99th percentile of the worst five seconds, in ms. */
async function visitUntil(url: string, end: Promise<unknown>): Promise<number> {
  let isOver = false
  void end.finally(() => {
    isOver = true
  })
  const windows: Promise<number>[][] = []
  for (let visit = 0; !isOver; visit += 1) {
    const window = Math.floor((visit * visitMs) / windowMs)
    windows[window] = [...(windows[window] ?? []), time(url)]
    await pause(visitMs)
  }
  const slow = await Promise.all(
    windows.map(async visits => percentile(await Promise.all(visits), 0.99)),
  )
  return Math.round(Math.max(...slow))
}

async function time(url: string): Promise<number> {
  const startedAt = performance.now()
  await call(url, { method: 'GET' })
  return performance.now() - startedAt
}

/** As large as the best phones make them: noise does not compress. */
function takeLargePhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 }
  const create = { width: 5000, height: 4000, channels: 3 as const, background: '#a50', noise }
  return sharp({ create }).jpeg({ quality: 87 }).toBuffer()
}

/** The value below which such a share of the values lies (nearest rank); 0 of none. */
function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
