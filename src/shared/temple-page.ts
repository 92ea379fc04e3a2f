import type { Language } from './language'

/**
 * The temple's page shows all orders that wait, two hundred at a time, and at its foot those that were
 * lit in the last week. Times are in ms since 1970. The page's security policy needs `img-src blob:` for
 * pictures that are not sent yet, and only scripts, styles and connections of its own origin.
 */
export interface TemplePageData {
  language: Language
  timeZone: string
  /** The page was rendered at this time. Times of the same day are shown without the day. */
  now: number
  templeName: string | null
  /** The page's own path, `/temple/<token>`. */
  path: string
  /** This part begins after this place, which the query's `after` names. */
  after: string | null
  /** Each heading in the order of the list, with its count and its orders of this part. */
  sections: TempleSection[]
  /** The `after` of the next part, or null on the last one. */
  next: string | null
  lit: TempleOrder[]
  /** The query's `lit` for orders that were lit earlier, or null if all are here. */
  earlierLit: string | null
  /** The order that the email's button opens. */
  at: TempleOrder | null
  /** The result of the submission that led here, or null if the page was just opened. */
  result: TempleResult | null
  /** The names of orders in the result, by their codes. */
  names: Record<string, string>
  /** The submission of the last quarter of an hour, which can be undone before donors hear of it. */
  undo: TempleUndo | null
  /** The key of the next submission. If a submission comes again with it, nothing changes. */
  key: string
}

export type SectionName = 'donation' | Intention | 'crowd'

export interface TempleSection {
  name: SectionName
  /** How many orders wait, counted up to `maxCounted`. */
  count: number
  /** The `after` with which this section begins. */
  start: string
  orders: TempleOrder[]
}

/** A part of the list has so many orders, and orders are counted no further. */
export const maxListed = 200
export const maxCounted = 200

export interface TempleOrder {
  code: string
  name: string
  /** The purpose is empty if it only repeats the heading. */
  purpose: string
  intention: Intention
  hasAddress: boolean
  donationKopiykas: number
  /** Only a browser has reported the donation. */
  isUnconfirmed: boolean
  doubts: TempleDoubt[]
  state: TempleOrderState
  /** After a submission that changed nothing the same orders are ticked again. */
  isTicked: boolean
}

/** The headings, in the order in which they are read. */
export const intentions = ['health', 'repose', 'other'] as const

export type Intention = (typeof intentions)[number]

export type TempleDoubt = 'withoutWords' | 'needsDetails' | 'possibleDouble' | 'shortened'

export type TempleOrderState =
  | { kind: 'waiting' }
  /** The donor gets the report at `reportAt`. It is null without an address, or once the report is sent. */
  | { kind: 'lit'; at: number; photos: number; reportAt: number | null; isReported: boolean }
  | { kind: 'dismissed' }
  /** The whole donation went back. The candle may be lit all the same. */
  | { kind: 'refunded' }

export interface TempleUndo {
  codes: string[]
  /** Until this time no donor has read of it. Afterwards `readers` people get a correction. */
  unseenUntil: number
  readers: number
}

/** The changes of a submission. */
export type SubmissionChanges =
  | {
      kind: 'lit'
      /** The codes of the orders that this submission lit. */
      codes: string[]
      /** These were lit before, and their donors get the photo now. */
      photoAdded: string[]
      /** An earlier submission lit these. They stay as they were, with its photo if it had one. */
      earlier: { code: string; at: number; hasPhoto: boolean }[]
      photos: number
      /** So many people get the email at `reportAt`. */
      readers: number
      reportAt: number
    }
  /**
   * `corrected` people get a correction, because they had been written to. The orders in `uncorrected` had
   * their one correction before.
   */
  | { kind: 'undone'; codes: string[]; corrected: number; uncorrected: string[] }

export type TempleResult =
  | SubmissionChanges
  /** No order was ticked to which the button applies. */
  | { kind: 'nothing-chosen' }
  /** Nothing changed. Each picture that cannot be used is named by its place among those that were sent. */
  | { kind: 'photos-rejected'; pictures: { index: number; name: string; reason: PictureProblem }[] }
  /** Nothing changed. */
  | { kind: 'failed'; reason: SubmissionFailure }

/**
 * There are too many uploads, the upload broke off, the store is down, or the day's submissions are used
 * up.
 */
type SubmissionFailure =
  | 'busy'
  | 'too-many-pictures'
  | 'incomplete'
  | 'unavailable'
  | 'too-many-submissions'

export type PictureProblem =
  | 'not-a-picture'
  /** AVIF is such a format, although browsers show it. */
  | 'not-supported'
  | 'too-large'
  | 'too-many-pixels'
  | 'broken'
  | 'took-too-long'

/** A submission has at most so many pictures, of so many bytes each. */
export const maxPictures = 5
export const maxPictureBytes = 20 * 1024 * 1024
