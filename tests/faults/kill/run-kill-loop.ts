import { setTimeout as pause } from 'node:timers/promises'
import { findBrokenPromises } from '../broken-promises'
import { openStage, type Stage } from '../stage'
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
const patienceMs = 3 * 60_000

/**
 * Kills the real server again and again at random moments while people pay, then lets everything
 * drain and compares the books.
 */
export async function runKillLoop({ kills, seed, onProgress }: KillRun): Promise<KillResult> {
  const stage = await openStage({ env: { LIMIT_FACTOR: '9999' } })
  try {
    const draw = drawNumbers(seed)
    let isOver = false
    const crowd = Array.from({ length: payersAtOnce }, (_, place) =>
      payAgainAndAgain(stage, `Черга ${place}`, drawNumbers(seed + place + 1), () => isOver),
    )
    for (let kill = 1; kill <= kills; kill += 1) {
      await pause(draw() * longestLifeMs)
      await stage.kill()
      await stage.start()
      onProgress?.(kill)
    }
    isOver = true
    await Promise.all(crowd)
    return { kills, ...(await closeBooks(stage)) }
  } finally {
    await stage.close()
  }
}

/** One place in the queue: candle after candle, some of them left in the middle. */
async function payAgainAndAgain(
  stage: Stage,
  name: string,
  draw: () => number,
  isOver: () => boolean,
): Promise<void> {
  for (let turn = 1; !isOver(); turn += 1) {
    const visitor = stage.visitor(`${name}, ${turn}`, `guest${turn}@example.org`)
    const uah = 100 + turn
    while ((await visitor.choose(uah)) === null && !isOver()) await pause(50)
    if (visitor.intent() === '') return
    if (draw() < 0.6) await visitor.sendDraft()
    await visitor.pay()
    // Every tenth closes the page here; the others send until they hear an answer.
    if (draw() < 0.1) continue
    while (!isConfirmed(await visitor.order()) && !isOver()) await pause(50)
  }
}

function isConfirmed(reply: Awaited<ReturnType<ReturnType<Stage['visitor']>['order']>>): boolean {
  return reply !== 'lost' && reply.body.success === true
}

async function closeBooks(stage: Stage): Promise<Omit<KillResult, 'kills'>> {
  // A server killed while it reconciled holds the lease for three minutes more.
  await stage.advance(leaseMs)
  const evidence = await stage.drain(patienceMs).catch(() => stage.evidence())
  return {
    confirmed: evidence.candles.reduce((sum, candle) => sum + candle.confirmedKeys.length, 0),
    captured: evidence.charges.filter(charge => charge.paid).length,
    orders: evidence.orders.length,
    fromDrafts: evidence.orders.filter(order => order.source === 'draft').length,
    tickets: evidence.tickets.filter(ticket => ticket.state === 'open').length,
    broken: findBrokenPromises(evidence),
  }
}
