import { repeatsIntention } from '../../shared/intention'
import { joinNames } from '../../shared/join-names'
import type { Language } from '../../shared/language'
import {
  intentions,
  maxCounted,
  maxListed,
  type SectionName,
  type TempleOrder,
  type TempleOrderState,
  type TemplePageData,
  type TempleResult,
  type TempleSection,
  type TempleUndo,
} from '../../shared/temple-page'
import { listDonorEmails } from '../db/emails'
import { findOrder } from '../db/orders'
import type { Order } from '../db/schema'
import { type Queryable, randomId } from '../db/store'
import type { StoredSubmission } from '../db/submissions'
import {
  countWaiting,
  type ListPlace,
  listByCodes,
  listLit,
  listLitBy,
  listWaiting,
  rankCount,
  rankOf,
} from '../db/temple-list'
import { mayEmailDonor } from '../emails/may-email-donor'
import { isUnconfirmed, listDoubts } from '../emails/notice-facts'
import { oneLine } from '../html'
import { litShownMs, reportDelayMs } from '../orders/light-candles'
import type { TempleServices } from '../services'

export interface Opened {
  language: Language
  path: string
  /** The part of the list that begins after this place. */
  after?: string | undefined
  /** The part of the lit orders that begins after this place. */
  lit?: string | undefined
  /** The code of the order that the email's button opens. */
  at?: string | undefined
  /** The result of a submission that changed nothing. */
  result?: TempleResult | undefined
  /** The submission whose result the page shows. */
  submission?: StoredSubmission | undefined
  /** The codes that the form sent as ticked. */
  ticked: string[]
}

type DonorEmail = Awaited<ReturnType<typeof listDonorEmails>>[number]

/** The foot of the page, where few look, has so many lit orders. */
const maxLit = 50

/** Each section of the page, with the ranks of its orders (db/temple-list.ts). */
const sections: { name: SectionName; first: number; ranks: number }[] = [
  { name: 'donation', first: 0, ranks: 3 },
  { name: 'health', first: 3, ranks: 1 },
  { name: 'repose', first: 4, ranks: 1 },
  { name: 'other', first: 5, ranks: 1 },
  { name: 'crowd', first: 6, ranks: 3 },
]

export async function readTemplePage(
  services: TempleServices,
  { language, path, ticked, ...opened }: Opened,
): Promise<TemplePageData> {
  const { store, now } = services
  const { db } = store
  const at = opened.at ? await findOrder(db, { code: opened.at }) : undefined
  const part = await readPart(db, readPlace(opened.after ?? ''), at)
  const counts = await countWaiting(db, maxCounted + 1)
  const litPlace = /^(\d{1,15})\.([\w-]{1,40})$/.exec(opened.lit ?? '')
  const lit = await listLit(
    db,
    {
      since: now() - litShownMs,
      before: litPlace && { litAt: Number(litPlace[1]), id: litPlace[2] ?? '' },
    },
    maxLit + 1,
  )
  const [newest] = litPlace
    ? await listLit(db, { since: now() - reportDelayMs, before: null }, 1)
    : lit
  const isRecent = newest && (newest.litAt ?? 0) > now() - reportDelayMs
  const justLit = isRecent ? await listLitBy(db, newest) : []
  const litOrders = [...lit, ...justLit, ...(at?.fulfilment === 'lit' ? [at] : [])]
  const emails = await listDonorEmails(db, [...new Set(litOrders.map(({ id }) => id))])
  const describe = (order: Order) => toTempleOrder(order, emailsOf(order, emails), ticked)
  return {
    language,
    path,
    timeZone: services.emailSettings.digest.timeZone,
    now: now(),
    templeName: services.emailSettings.temple?.name[language] || null,
    after: part.after,
    sections: sections.map(({ name, first, ranks }): TempleSection => {
      const inSection = (rank: number) => rank >= first && rank < first + ranks
      return {
        name,
        count: counts.slice(first, first + ranks).reduce((sum, count) => sum + count, 0),
        start: String(first),
        orders: part.orders.filter(order => inSection(rankOf(order))).map(describe),
      }
    }),
    next: part.next,
    lit: lit.slice(0, maxLit).map(describe),
    earlierLit: lit.length > maxLit ? placeOfLit(lit[maxLit - 1]) : null,
    at: at && at.erasedAt === null ? describe(at) : null,
    ...(opened.result
      ? { result: opened.result, names: {} }
      : await describeSubmission(services, opened.submission)),
    undo: describeUndo(justLit, order => emailsOf(order, emails)),
    key: randomId(),
  }
}

interface Part {
  orders: Order[]
  after: string | null
  next: string | null
}

/** Reads the first part, the one after a place, or the one that holds a waiting order. */
async function readPart(
  db: Queryable,
  place: ListPlace | null,
  at: Order | undefined,
): Promise<Part> {
  const start = place ?? { rank: 0, createdAt: 0, id: '' }
  const orders = await listWaiting(db, start, maxListed + 1)
  const isElsewhere =
    at?.fulfilment === 'waiting' && !orders.slice(0, maxListed).some(({ id }) => id === at.id)
  if (isElsewhere && place === null)
    return readPart(db, { rank: rankOf(at), createdAt: at.createdAt - 1, id: '0' }, at)
  const listed = orders.slice(0, maxListed)
  const last = listed.at(-1)
  return {
    orders: listed,
    after: place && writePlace(place),
    next: orders.length > maxListed && last ? writePlace(placeOf(last)) : null,
  }
}

const placeOf = (order: Order): ListPlace => ({
  rank: rankOf(order),
  createdAt: order.createdAt,
  id: order.id,
})

const writePlace = ({ rank, createdAt, id }: ListPlace) =>
  id === '' ? String(rank) : `${rank}.${createdAt}.${id}`

/** Returns null for the first part, and for a place that no page of ours links to. */
function readPlace(text: string): ListPlace | null {
  const [, rank = '', createdAt = '0', id = ''] =
    /^(\d)(?:\.(\d{1,15})\.([\w-]{1,40}))?$/.exec(text) ?? []
  if (rank === '' || Number(rank) >= rankCount) return null
  return { rank: Number(rank), createdAt: Number(createdAt), id }
}

const placeOfLit = (order: Order | undefined) => (order ? `${order.litAt}.${order.id}` : null)

const emailsOf = ({ id }: Order, emails: DonorEmail[]) =>
  emails.filter(({ subjectId }) => subjectId === id)

function toTempleOrder(order: Order, emails: DonorEmail[], ticked: string[]): TempleOrder {
  const intention = intentions[order.intention] ?? 'other'
  return {
    code: order.code,
    name: oneLine(joinNames(order.name)),
    purpose: repeatsIntention(order.purpose, intention) ? '' : oneLine(order.purpose),
    intention,
    hasAddress: mayEmailDonor(order),
    donationKopiykas: order.confirmedKopiykas || order.claimedKopiykas,
    isUnconfirmed: isUnconfirmed(order),
    doubts: listDoubts(order),
    state: describeState(order, emails),
    isTicked: ticked.includes(order.code),
  }
}

const isReport = ({ kind }: DonorEmail) =>
  kind === 'donor-photo-report' || kind === 'donor-photo-added'

const isTried = ({ attempts, sentAt }: DonorEmail) => attempts > 0 || sentAt !== null

function describeState(order: Order, emails: DonorEmail[]): TempleOrderState {
  if (order.fulfilment === 'dismissed') return { kind: 'dismissed' }
  if (order.fulfilment === 'lit') {
    const reports = emails.filter(isReport)
    const next = reports.find(report => report.state === 'waiting' && !isTried(report))
    return {
      kind: 'lit',
      at: order.litAt ?? order.createdAt,
      photos: reports.reduce((sum, { photos }) => sum + (photos ?? 0), 0),
      reportAt: next?.runAt ?? null,
      isReported: reports.some(isTried),
    }
  }
  return { kind: order.payment === 'returned' ? 'refunded' : 'waiting' }
}

/**
 * Describes what a submission did, as long as all of it still holds and no donor has read of it. Later the
 * same address must not announce it a second time.
 */
async function describeSubmission(
  { store, now }: TempleServices,
  submission: StoredSubmission | undefined,
): Promise<Pick<TemplePageData, 'result' | 'names'>> {
  const none = { result: null, names: {} }
  if (!submission || submission.at <= now() - reportDelayMs) return none
  const { changes } = submission
  const earlier = changes.kind === 'lit' ? changes.earlier.map(({ code }) => code) : []
  const named = await listByCodes(store.db, [...changes.codes, ...earlier])
  const orders = named.filter(({ code }) => changes.codes.includes(code))
  const holds =
    changes.kind === 'lit'
      ? orders.every(({ litBy }) => litBy === submission.id)
      : orders.every(({ fulfilment }) => fulfilment === 'waiting')
  if (!holds) return none
  return {
    result: changes,
    names: Object.fromEntries(named.map(({ code, name }) => [code, oneLine(joinNames(name))])),
  }
}

/** Offers to undo what the last submission lit. */
function describeUndo(lit: Order[], emailsOf: (order: Order) => DonorEmail[]): TempleUndo | null {
  const [first] = lit
  if (!first) return null
  return {
    codes: lit.map(({ code }) => code),
    unseenUntil: (first.litAt ?? 0) + reportDelayMs,
    // An order gets one correction, ever.
    readers: lit.filter(order => {
      const emails = emailsOf(order)
      return emails.some(isReport) && !emails.some(({ kind }) => kind === 'donor-report-withdrawn')
    }).length,
  }
}
