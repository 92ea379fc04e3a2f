/** So many requests within so many seconds. */
export interface Allowance {
  points: number
  seconds: number
}

export interface CallLimits {
  /** Counted together by all processes. An address is an IPv4 address or an IPv6 /64. */
  perAddress: Allowance[]
  /** From all addresses together, for each process. */
  everyone: Allowance | null
}

export type LimitedCall =
  | 'intent'
  | 'free-order'
  | 'paid-order'
  | 'payment-outcome'
  | 'draft'
  | 'health'

const minute = 60
const hour = 3600

/**
 * Every number of the limits. They are meant for a parish, a hundred phones behind one address in
 * one night: nobody who orders candles meets them. LIMIT_FACTOR multiplies them,
 * and the numbers of the signs of attack too.
 * An order whose payment was captured is the last thing to refuse, so its limit only keeps
 * strangers from asking the provider about made-up payments all day.
 */
export const limits: Record<LimitedCall, CallLimits> = {
  intent: {
    perAddress: [
      { points: 120, seconds: minute },
      { points: 1_200, seconds: hour },
    ],
    everyone: { points: 6_000, seconds: minute },
  },
  'free-order': {
    perAddress: [
      { points: 60, seconds: minute },
      { points: 300, seconds: hour },
    ],
    everyone: { points: 6_000, seconds: minute },
  },
  'paid-order': { perAddress: [{ points: 300, seconds: minute }], everyone: null },
  // A page whose bank is slow asks every few seconds, and a whole parish may sit behind one address.
  'payment-outcome': { perAddress: [{ points: 600, seconds: minute }], everyone: null },
  draft: { perAddress: [{ points: 300, seconds: minute }], everyone: null },
  health: { perAddress: [{ points: 300, seconds: minute }], everyone: null },
}

/** Declined payments: of one intent, after which it is cancelled; of one address, before it waits. */
export const failuresPerIntent = 5
export const failuresPerAddress = 5
/** How far back an address's declined and successful payments are weighed, in ms. */
export const failureWindowMs = hour * 1000

/** What counts as an attack on the service as a whole. */
export const attackSigns = {
  /** How far back the signs are looked for, in ms. */
  windowMs: 10 * minute * 1000,
  /** So many declined payments, if they are more than the successful ones. */
  declined: 30,
  /** So many intents, if fewer than this share of them was paid. */
  intents: 600,
  paidShare: 0.02,
  /** So many refused requests in a minute, in one process. */
  refusedPerMinute: 300,
}
/** How long a proof of work is asked for after the last sign, and how often signs are looked for. */
export const attackLastsMs = 10 * minute * 1000
export const attackLookMs = 5_000

/**
 * The proof of work: about half a million hash rounds, a second on a phone. The counter is drawn
 * between these two.
 */
export const proof = { cost: 2_500, counterFrom: 100, counterTo: 300, validMs: 5 * minute * 1000 }

/** While an attack lasts, so many browsers that cannot prove anything still get an intent. */
export const narrowDoor: Allowance = { points: 20, seconds: minute }
