import { findIntention, repeatsIntention } from '../../shared/intention'
import { joinNames } from '../../shared/join-names'
import type { Language } from '../../shared/language'
import type {
  TempleDoubt,
  TempleOrder,
  TempleOrderState,
  TemplePageData,
  TempleResult,
  TempleUndo,
} from '../../shared/temple-page'
import { findDigest, listDonorEmails } from '../db/emails'
import { isWordless, type Order } from '../db/schema'
import { mayEmailDonor } from '../emails/may-email-donor'
import { isUnconfirmed } from '../emails/notice-facts'
import type { NoticeName } from '../emails/temple-link'
import { oneLine } from '../html'
import { reportDelayMs } from '../orders/light-candles'
import { isNoticeClosed, listNotice } from '../orders/notice'
import type { TempleServices } from '../services'

export interface Opened {
  language: Language
  path: string
  /** What led here; null: the link was opened. */
  result: TempleResult | null
  /** The codes that the form sent; null: what waits is ticked. */
  ticked: string[] | null
}

type DonorEmails = Awaited<ReturnType<typeof listDonorEmails>>

/** null: its orders are erased, or there are none. */
export async function readTemplePage(
  { store, emailSettings, now }: TempleServices,
  notice: NoticeName,
  { ticked, ...opened }: Opened,
): Promise<TemplePageData | null> {
  const { db } = store
  const orders = (await listNotice(db, notice)).filter(({ erasedAt }) => erasedAt === null)
  const [first] = orders
  if (!first) return null
  const emails = await listDonorEmails(
    db,
    orders.map(({ id }) => id),
  )
  const emailsOf = ({ id }: Order) => emails.filter(({ subjectId }) => subjectId === id)
  const digest = notice.kind === 'digest' ? await findDigest(db, notice.code) : undefined
  const isClosed = isNoticeClosed(orders, now())
  return {
    ...opened,
    timeZone: emailSettings.digest.timeZone,
    now: now(),
    templeName: emailSettings.temple?.name[opened.language] || null,
    kind: notice.kind,
    at: digest?.createdAt ?? first.createdAt,
    orders: orders.map(order => describeOrder(order, emailsOf(order), ticked, notice)),
    isClosed,
    undo: isClosed ? null : findUndo(orders, emailsOf),
  }
}

function describeOrder(
  order: Order,
  emails: DonorEmails,
  ticked: string[] | null,
  { kind }: NoticeName,
): TempleOrder {
  const intention = findIntention(order)
  // Only a list has headings, which say it already.
  const isSaid = kind === 'digest' && repeatsIntention(order.purpose, intention)
  const state = describeState(order, emails)
  return {
    code: order.code,
    number: kind === 'digest' ? order.noticeNumber : null,
    name: oneLine(joinNames(order.name)),
    purpose: isSaid ? '' : oneLine(order.purpose),
    intention,
    hasAddress: mayEmailDonor(order),
    donationKopiykas: order.confirmedKopiykas || order.claimedKopiykas,
    isUnconfirmed: isUnconfirmed(order),
    doubts: listDoubts(order),
    state,
    isTicked: ticked?.includes(order.code) ?? state.kind === 'waiting',
  }
}

function listDoubts(order: Order): TempleDoubt[] {
  const doubts = ['needsDetails', 'possibleDouble', 'shortened'] as const
  const found: TempleDoubt[] = doubts.filter(doubt => order[doubt])
  return isWordless(order) ? found.with(0, 'withoutWords') : found
}

const isReport = ({ kind }: DonorEmails[number]) =>
  kind === 'donor-photo-report' || kind === 'donor-photo-added'

const isTried = ({ attempts, sentAt }: DonorEmails[number]) => attempts > 0 || sentAt !== null

function describeState(order: Order, emails: DonorEmails): TempleOrderState {
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

/** Of what the last press lit. */
function findUndo(orders: Order[], emailsOf: (order: Order) => DonorEmails): TempleUndo | null {
  const lit = lastLit(orders)
  const [first] = lit
  if (!first) return null
  return {
    codes: lit.map(({ code }) => code),
    unseenUntil: (first.litAt ?? 0) + reportDelayMs,
    // There is one correction, ever.
    readers: lit.filter(order => {
      const emails = emailsOf(order)
      return emails.some(isReport) && !emails.some(({ kind }) => kind === 'donor-report-withdrawn')
    }).length,
  }
}

/** The candles that the last press lit, if they still are. */
function lastLit(orders: Order[]): Order[] {
  const lit = orders.filter(({ fulfilment }) => fulfilment === 'lit')
  const [last] = lit.toSorted((one, other) => (other.litAt ?? 0) - (one.litAt ?? 0))
  return lit.filter(({ litBy }) => litBy === last?.litBy)
}
