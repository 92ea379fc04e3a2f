import { setTimeout as pause } from 'node:timers/promises'
import { findBrokenPromises } from '../broken-promises'
import { type Environment, startEnvironment } from '../environment'
import { drawNumbers } from './draw-numbers'

export interface KillRun {
  kills: number
  seed: number
  onProgress?: (kills: number) => void
}

export interface KillResult {
  kills: number
  /** Orders answered `success: true`. */
  confirmed: number
  captured: number
  orders: number
  fromDrafts: number
  tickets: number
  broken: string[]
}

const payersAtOnce = 6
const longestLifeMs = 700
const leaseMs = 4 * 60_000
const timeoutMs = 3 * 60_000

/**
 * Kills the real server again and again at random moments while people pay, then lets everything
 * drain and checks the promises.
 */
export async function runKillLoop({ kills, seed, onProgress }: KillRun): Promise<KillResult> {
  const env = await startEnvironment({ env: { LIMIT_FACTOR: '9999' } })
  try {
    const draw = drawNumbers(seed)
    let isOver = false
    const crowd = Array.from({ length: payersAtOnce }, (_, place) =>
      payAgainAndAgain(env, `Черга ${place}`, drawNumbers(seed + place + 1), () => isOver),
    )
    for (let kill = 1; kill <= kills; kill += 1) {
      await pause(draw() * longestLifeMs)
      await env.kill()
      await env.start()
      onProgress?.(kill)
    }
    isOver = true
    await Promise.all(crowd)
    return { kills, ...(await summarize(env)) }
  } finally {
    await env.close()
  }
}

/** One place in the queue: candle after candle, some of them left in the middle. */
async function payAgainAndAgain(
  env: Environment,
  name: string,
  draw: () => number,
  isOver: () => boolean,
): Promise<void> {
  for (let attempt = 1; !isOver(); attempt += 1) {
    const visitor = env.visitor(`${name}, ${attempt}`, `visitor${attempt}@example.org`)
    const uah = 100 + attempt
    while ((await visitor.choose(uah)) === null && !isOver()) await pause(50)
    if (visitor.intent() === '') return
    if (draw() < 0.6) await visitor.sendDraft()
    await visitor.pay()
    // Every tenth closes the page here; the others send until they hear an answer.
    if (draw() < 0.1) continue
    while (!isConfirmed(await visitor.order()) && !isOver()) await pause(50)
  }
}

function isConfirmed(
  reply: Awaited<ReturnType<ReturnType<Environment['visitor']>['order']>>,
): boolean {
  return reply !== 'lost' && reply.body.success === true
}

async function summarize(env: Environment): Promise<Omit<KillResult, 'kills'>> {
  // A server killed while it reconciled holds the lease for three minutes more.
  await env.advance(leaseMs)
  const snapshot = await env.drain(timeoutMs).catch(() => env.snapshot())
  return {
    confirmed: snapshot.candles.reduce((sum, candle) => sum + candle.confirmedKeys.length, 0),
    captured: snapshot.charges.filter(charge => charge.paid).length,
    orders: snapshot.orders.length,
    fromDrafts: snapshot.orders.filter(order => order.source === 'draft').length,
    tickets: snapshot.tickets.filter(ticket => ticket.state === 'open').length,
    broken: findBrokenPromises(snapshot),
  }
}
