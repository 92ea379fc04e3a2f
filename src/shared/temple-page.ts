import type { Language } from './language'

/**
 * What the temple's page shows: all that waits, two hundred orders at a time, and at its foot what was
 * lit in the last week. Times: ms since 1970.
 *
 * Its policy needs `img-src blob:` for pictures that are not sent yet, and scripts, styles and connections
 * of its own origin alone.
 */
export interface TemplePageData {
  language: Language
  /** IANA name, as in the emails. */
  timeZone: string
  /** When it was rendered: times of the same day are shown without it. */
  now: number
  /** Of the church, if it is set. */
  templeName: string | null
  /** The page's own path: `/temple/<token>`. */
  path: string
  /** What this part begins after, as the query's `after`; null: the first part. */
  after: string | null
  /** Of each heading, in the order of the list, all that wait and those of this part. */
  sections: TempleSection[]
  /** The `after` of the next part; null: this is the last one. */
  next: string | null
  /** The newest first. */
  lit: TempleOrder[]
  /** The query's `lit` of those that were lit before; null: all are here. */
  earlierLit: string | null
  /** The order that the email's button is about. */
  at: TempleOrder | null
  /** Of the press that led here; null: just opened. */
  result: TempleResult | null
  /** Of orders that the result names, by their codes. */
  names: Record<string, string>
  /** Pressed in the last quarter of an hour, unseen by donors: `undo` takes back `codes`. */
  undo: TempleUndo | null
  /** Of the next press: one that comes again with it changes nothing. */
  key: string
}

export type SectionName = 'donation' | Intention | 'crowd'

export interface TempleSection {
  name: SectionName
  /** All that wait; above `maxCounted` there are more. */
  count: number
  /** The `after` that this section begins with. */
  start: string
  /** Of this part. */
  orders: TempleOrder[]
}

/** Orders of one part of the list, and the highest number that is counted to. */
export const maxListed = 200
export const maxCounted = 200

export interface TempleOrder {
  code: string
  name: string
  /** Empty if it only repeats the heading. */
  purpose: string
  intention: Intention
  /** The donor can be written to. */
  hasAddress: boolean
  /** 0: none. */
  donationKopiykas: number
  /** The donation is reported by the browser only. */
  isUnconfirmed: boolean
  doubts: TempleDoubt[]
  state: TempleOrderState
  /** As the form sent it: ticked again after a press that changed nothing. */
  isTicked: boolean
}

/** In the order in which they are read. */
export const intentions = ['health', 'repose', 'other'] as const

export type Intention = (typeof intentions)[number]

export type TempleDoubt = 'withoutWords' | 'needsDetails' | 'possibleDouble' | 'shortened'

export type TempleOrderState =
  | { kind: 'waiting' }
  /** `reportAt`: when the donor is written to; null: there is no address, or it has been sent. */
  | { kind: 'lit'; at: number; photos: number; reportAt: number | null; isReported: boolean }
  | { kind: 'dismissed' }
  /** The whole donation went back; the candle may be lit all the same. */
  | { kind: 'refunded' }

export interface TempleUndo {
  codes: string[]
  /** Until then nobody has read of it; after it a correction goes to `readers` people. */
  unseenUntil: number
  readers: number
}

/** What a press of the page changed. */
export type PressChanges =
  | {
      kind: 'lit'
      /** Lit by this press. */
      codes: string[]
      /** Lit before; their donors get the photo now. */
      photoAdded: string[]
      /** Lit by an earlier press, and left as they were: with that press's photo, if it had one. */
      earlier: { code: string; at: number; hasPhoto: boolean }[]
      photos: number
      /** People who get the email, at `reportAt`. */
      readers: number
      reportAt: number
    }
  /**
   * `corrected`: people who get a correction, because they had been written to. `uncorrected`: the codes
   * of those whose one correction went out before.
   */
  | { kind: 'undone'; codes: string[]; corrected: number; uncorrected: string[] }

export type TempleResult =
  | PressChanges
  /** Nothing was ticked, or nothing that the button applies to. */
  | { kind: 'nothing-chosen' }
  /** Nothing changed: every picture that cannot be used, by its place among those that were sent. */
  | { kind: 'photos-rejected'; pictures: { index: number; name: string; reason: PictureProblem }[] }
  /** Nothing changed. */
  | { kind: 'failed'; reason: PressFailure }

/** Too many uploads now, a broken upload, a store that is down, or the last press of the day. */
type PressFailure = 'busy' | 'too-many-pictures' | 'incomplete' | 'unavailable' | 'too-many-presses'

export type PictureProblem =
  | 'not-a-picture'
  /** AVIF, which browsers show. */
  | 'not-supported'
  | 'too-large'
  | 'too-many-pixels'
  | 'broken'
  | 'took-too-long'

/** Limits of one press. */
export const maxPictures = 5
export const maxPictureBytes = 20 * 1024 * 1024
