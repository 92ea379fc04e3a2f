import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { expect } from 'vitest'
import { notifyTemple } from '../../../src/server/orders/notify-temple'
import type { CandleOrderPayload } from '../../../src/shared/candle-order'
import { openApi } from '../api-fixture'
import { paid } from '../build-order'
import { sendSubmission, type TestSubmission } from './send-form'

export type TestPage = Awaited<ReturnType<typeof openTemplePage>>

/** The app with orders that the temple was told of, and the links in its emails. */
export async function openTemplePage(options: Parameters<typeof openApi>[0] = {}) {
  const env = { TEMPLE_LANGUAGE: 'en', TEMPLE_EMAIL: 'temple@example.org', ...options.env }
  const api = await openApi({ ...options, env })
  const { services } = api
  const { db } = services.store

  /** All emails to the temple that were sent, the oldest first. */
  async function readMail(): Promise<Email[]> {
    await notifyTemple(services)
    await services.outbox.runOnce()
    const folder = join(api.dataDir, 'mail')
    const names = (await readdir(folder)).filter(name => name.includes('-temple-')).sort()
    const files = names.map(async name => PostalMime.parse(await readFile(join(folder, name))))
    return Promise.all(files)
  }

  const open = (link: string, headers: Record<string, string> = {}) =>
    readAnswer(fetch(link, { headers, redirect: 'manual' }))

  const orders = () =>
    db.selectFrom('orders').selectAll().orderBy('createdAt').orderBy('id').execute()

  return {
    ...api,
    readMail,
    orders,
    /**
     * Places orders, with a donation where they have an address; resolves to the link in the temple's next
     * email.
     */
    async notify(...fields: Partial<CandleOrderPayload>[]): Promise<string> {
      for (const each of fields) {
        const { email = 'donor@example.org' } = each
        const key = randomUUID()
        const answer = await api.order({ ...each, email }, { 'idempotency-key': key })
        expect(answer.body.success).toBe(true)
        if (email !== null)
          await db
            .updateTable('orders')
            .set({ ...paid, email })
            .where('idempotencyKey', '=', key)
            .execute()
      }
      return linkIn((await readMail()).at(-1), api.url)
    },
    /** The codes of all orders, the oldest first. */
    codes: async () => (await orders()).map(({ code }) => code),
    /** How each order stands, in that order. */
    states: async () => (await orders()).map(({ fulfilment }) => fulfilment),
    open,
    /** The codes of all that waits, part by part, as whoever follows the links finds them. */
    async readList(link: string): Promise<string[][]> {
      const parts: string[][] = []
      for (let next: string | undefined = link; next; ) {
        const { text } = await open(next)
        parts.push(listed(text))
        const [, href] = /<a rel="next" href="([^"]*)"/.exec(text) ?? []
        next = href && api.url + href.replaceAll('&amp;', '&')
      }
      return parts
    },
    submit: (link: string, submission: TestSubmission = {}) =>
      readAnswer(sendSubmission(link, submission)),
    /** Kinds and states of the emails to donors, without their thanks. */
    async donorEmails() {
      const rows = await db
        .selectFrom('emails')
        .select(['kind', 'state', 'photoSetId'])
        .where('kind', 'like', 'donor-%' as 'donor-thanks')
        .where('kind', '!=', 'donor-thanks')
        .orderBy('createdAt')
        .execute()
      return rows.map(
        ({ kind, state, photoSetId }) =>
          `${kind.replace('donor-', '')} ${state}${photoSetId ? ' with photo' : ''}`,
      )
    },
  }
}

/** The codes of the orders that wait, in the order of a page. */
export const listed = (text: string) =>
  [...text.matchAll(/<input type="checkbox"[^>]*>/g)]
    .map(([box]) => box)
    .filter(box => !box.includes('data-lit'))
    .map(box => /value="([^"]*)"/.exec(box)?.[1] ?? '')

/** The link to the temple's page in an email, at this server. */
export function linkIn(email: Email | undefined, url: string): string {
  const [path] = /\/temple\/[\w-]+(\?at=[\w-]+)?/.exec(email?.text ?? '') ?? []
  if (!path) throw new Error(`There is no link in: ${email?.subject}`)
  return url + path
}

async function readAnswer(answering: Promise<Response>) {
  const answer = await answering
  const { status, headers } = answer
  return { status, headers, text: await answer.text(), location: headers.get('location') ?? '' }
}
