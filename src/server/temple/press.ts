import * as v from 'valibot'
import type { TempleResult } from '../../shared/temple-page'
import { insertEmails } from '../db/emails'
import { findLinkKey } from '../db/link-key'
import { insertPhotos } from '../db/photos'
import { countPresses, findLatestPress, findPress, insertPress } from '../db/presses'
import type { Order } from '../db/schema'
import { inTransaction, type Queryable, randomId, type Transaction } from '../db/store'
import { type PressResult, pressedEmail } from '../emails/pressed-email'
import { type NoticeName, parseToken } from '../emails/temple-link'
import {
  type LightingServices,
  lightCandle,
  reportDelayMs,
  unlightCandle,
} from '../orders/light-candle'
import { dayMs } from '../time-zone'
import { isNoticeClosed, lockNotice } from './notice'

/** What a person at the temple pressed. */
export interface Press {
  action: 'lit' | 'undo'
  /** The orders that were ticked. */
  codes: string[]
  /** Re-encoded JPEGs. */
  photos: Buffer[]
  /** Of the link that led here, which may have ended since. */
  token?: string
}

export type PressOutcome =
  /** `id` names the press whose result the page shows. */
  | { kind: 'pressed'; id: string }
  /** Nothing changed. */
  | { kind: 'rejected'; result: TempleResult }
  | { kind: 'link-ended' }

const codes = v.array(v.string())

/** What changed something, as `presses` keeps it. */
const ResultSchema = v.variant('kind', [
  v.object({
    kind: v.literal('lit'),
    codes,
    photoAdded: codes,
    photos: v.number(),
    readers: v.number(),
    withoutAddress: v.number(),
    reportAt: v.number(),
  }),
  v.object({ kind: v.literal('undone'), codes, corrected: v.number() }),
])

/** What a press of this notice's page did; null: it is unknown. */
export async function readResult(
  { db }: { db: Queryable },
  id: string,
  { code }: NoticeName,
): Promise<TempleResult | null> {
  return parseResult(await findPress(db, id, code))
}

function parseResult(json: string | null): PressResult | null {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), ResultSchema), json)
  return read.success ? read.output : null
}

/** Of a notice in a day: each is confirmed by an email. */
const maxPresses = 100

const nothingChosen = { kind: 'rejected', result: { kind: 'nothing-chosen' } } as const

/**
 * Lights or takes back the ticked candles of a notice, and confirms it to the temple, in one
 * transaction. Orders that were dismissed since the page was opened are left out.
 */
export async function takePress(
  services: LightingServices,
  notice: NoticeName,
  press: Press,
): Promise<PressOutcome> {
  return inTransaction(services.store, async trx => {
    const all = await lockNotice(trx, notice)
    const key = await findLinkKey(trx)
    if (press.token !== undefined && (key === null || !parseToken(press.token, key)))
      return { kind: 'link-ended' }
    const now = services.now()
    // Codes of another notice: not from our page.
    if (press.codes.some(code => !all.some(order => order.code === code)))
      return { kind: 'rejected', result: { kind: 'failed', reason: 'incomplete' } }
    const orders = all.filter(({ erasedAt }) => erasedAt === null)
    if (orders.length === 0 || isNoticeClosed(orders, now)) return nothingChosen
    if ((await countPresses(trx, notice.code, now - dayMs)) >= maxPresses)
      return { kind: 'rejected', result: { kind: 'failed', reason: 'busy' } }
    const chosen = orders.filter(({ code }) => press.codes.includes(code))
    const id = randomId()
    const context = { services, trx, id }
    const done =
      press.action === 'undo'
        ? await undo(context, chosen)
        : await light(context, chosen, press.photos)
    if (done === null) return (await findRepeated(trx, notice, press)) ?? nothingChosen
    const result = JSON.stringify(done.result)
    await insertPress(trx, { id, notice: notice.code, at: now, result })
    const email = pressedEmail(services.emailSettings, { id, notice, orders, ...done })
    await insertEmails(trx, [email], now)
    return { kind: 'pressed', id }
  })
}

interface PressContext {
  services: LightingServices
  trx: Transaction
  id: string
}

interface Done {
  result: PressResult
  /** Codes of those whose one correction was sent before. */
  uncorrected: string[]
}

/** null: nothing changed, as each is dismissed, or lit and gets no photo from this press. */
async function light(
  { services, trx, id }: PressContext,
  chosen: Order[],
  photos: Buffer[],
): Promise<Done | null> {
  const orders = chosen.filter(({ fulfilment }) => fulfilment !== 'dismissed')
  if (orders.length === 0) return null
  const now = services.now()
  const photoSet =
    photos.length > 0 ? { id: await insertPhotos(trx, photos, now), count: photos.length } : null
  const done = { lit: [] as string[], 'photo-added': [] as string[], 'already-lit': [] as string[] }
  let readers = 0
  for (const order of orders) {
    const { kind, isReported } = await lightCandle(services, trx, order, { photoSet, by: id })
    done[kind].push(order.code)
    if (isReported) readers += 1
  }
  const changed = done.lit.length + done['photo-added'].length
  if (changed === 0) return null
  const result = {
    kind: 'lit' as const,
    codes: done.lit,
    photoAdded: done['photo-added'],
    photos: photos.length,
    readers,
    withoutAddress: changed - readers,
    reportAt: now + reportDelayMs,
  }
  return { result, uncorrected: [] }
}

/** null: none of them is lit. */
async function undo({ services, trx, id }: PressContext, chosen: Order[]): Promise<Done | null> {
  const lit = chosen.filter(({ fulfilment }) => fulfilment === 'lit')
  if (lit.length === 0) return null
  let corrected = 0
  const uncorrected: string[] = []
  for (const order of lit) {
    const outcome = await unlightCandle(services, trx, order, id)
    if (outcome === 'corrected') corrected += 1
    if (outcome === 'uncorrected') uncorrected.push(order.code)
  }
  const codes = lit.map(({ code }) => code)
  return { result: { kind: 'undone', codes, corrected }, uncorrected }
}

/** The second of a double press does nothing, and shows what the first one did. */
async function findRepeated(
  trx: Transaction,
  { code }: NoticeName,
  { action, codes }: Press,
): Promise<PressOutcome | null> {
  const latest = await findLatestPress(trx, code)
  const result = latest && parseResult(latest.result)
  if (!result || codes.length === 0) return null
  const done = result.kind === 'lit' ? [...result.codes, ...result.photoAdded] : result.codes
  const isSame = (result.kind === 'lit') === (action === 'lit')
  return isSame && codes.every(each => done.includes(each))
    ? { kind: 'pressed', id: latest.id }
    : null
}
