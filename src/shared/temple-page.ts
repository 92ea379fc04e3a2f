import type { Language } from './language'

/**
 * What the temple's page shows of one notice: an order, or the orders of a digest. Times: ms since 1970.
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
  kind: 'order' | 'digest'
  /** Of the digest; of a single order when it was placed. */
  at: number
  /** In the order of the email; without erased orders. */
  orders: TempleOrder[]
  /** Of the press that led here; null: just opened. */
  result: TempleResult | null
  /** Everything is lit since long: it shows states and takes nothing. */
  isClosed: boolean
  /** Pressed in the last quarter of an hour, unseen by donors: `undo` takes back those of `codes`. */
  undo: TempleUndo | null
}

export interface TempleOrder {
  code: string
  /** In a digest; null: alone. */
  number: number | null
  name: string
  /** Empty if it only repeats the heading. */
  purpose: string
  /** The heading it stands under in a digest. */
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

export type Intention = 'health' | 'repose' | 'other'

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
      photos: number
      /** People who get the email, at `reportAt`. */
      readers: number
      withoutAddress: number
      reportAt: number
    }
  /** `corrected`: people who get a correction, because they had been written to. */
  | { kind: 'undone'; codes: string[]; corrected: number }

export type TempleResult =
  | PressChanges
  /** Nothing was ticked, or nothing that the button applies to. */
  | { kind: 'nothing-chosen' }
  /**
   * Nothing changed: every picture that cannot be used, by its file's name. Called as the scripts of open
   * pages know it.
   */
  | { kind: 'photos-rejected'; pictures: { name: string; reason: PictureProblem }[] }
  /** Nothing changed: too many uploads now, a broken upload, or the store is down. */
  | { kind: 'failed'; reason: 'busy' | 'too-many-pictures' | 'incomplete' | 'unavailable' }

export type PictureProblem =
  | 'not-a-picture'
  | 'too-large'
  | 'too-many-pixels'
  | 'broken'
  | 'took-too-long'

/** Limits of one press. */
export const maxPictures = 5
export const maxPictureBytes = 20 * 1024 * 1024
