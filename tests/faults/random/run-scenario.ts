import { setTimeout as sleep } from 'node:timers/promises'
import { minuteMs } from '../../../src/shared/durations'
import { cards } from '../../setup/cards'
import { findBrokenPromises } from '../broken-promises'
import type { Candle } from '../read-snapshot'
import { readSnapshot } from '../read-snapshot'
import { createVisitor, isAnswered, type Visitor } from '../visitor'
import { type System, startSystem } from './start-system'
import { type Step, toFault, visitorNames } from './step'

/** What the page allows a visitor to do next. */
interface Session {
  visitor: Visitor
  /** `clicked`: Pay was clicked, and only the server may cancel the payment. */
  payment: 'none' | 'ready' | 'clicked'
  /** The bank's challenge is open. */
  isAsked: boolean
  freeKey: string
}

export interface ScenarioResult {
  broken: string[]
  /** For the report. */
  captured: number
  orders: number
}

/** Runs a scenario in a system of its own, lets everything drain, and checks the promises. */
export async function runScenario(steps: Step[]): Promise<ScenarioResult> {
  const system = await startSystem()
  const scenario = createScenario(system)
  try {
    await system.boot()
    for (const step of steps) await scenario.run(step)
    await scenario.untilLanded()
    await drain(system)
    const snapshot = await readSnapshot({
      dataDir: system.dataDir,
      databaseUrl: null,
      sandboxUrl: system.sandboxUrl,
      candles: scenario.candles,
    })
    return {
      broken: findBrokenPromises(snapshot),
      captured: snapshot.charges.filter(charge => charge.paid).length,
      orders: snapshot.orders.length,
    }
  } finally {
    await system.close()
  }
}

function createScenario(system: System) {
  const candles: Candle[] = []
  const everybody: Visitor[] = []
  let arrivals = 0

  function arrive(name: string): Session {
    arrivals += 1
    const visitor = createVisitor(system, `${name} ${arrivals}`, `visitor${arrivals}@example.org`)
    candles.push(visitor.candle)
    everybody.push(visitor)
    return { visitor, payment: 'none', isAsked: false, freeKey: crypto.randomUUID() }
  }
  const sessions = visitorNames.map(arrive)
  const sessionOf = (step: { visitor: number }) => sessions[step.visitor] ?? arrive('nobody')
  const replaceSession = (step: { visitor: number }) => {
    sessions[step.visitor] = arrive(visitorNames[step.visitor] ?? 'nobody')
  }

  /** As the page does: only the server's answer counts. */
  async function ask(step: { visitor: number }, cancel: boolean): Promise<void> {
    const session = sessionOf(step)
    if (session.payment !== 'clicked') return
    const outcome = await session.visitor.ask({ cancel })
    if (outcome === 'succeeded') replaceSession(step)
    if (outcome === 'canceled') session.payment = 'none'
  }

  /** After the card form's answer: sends the order if it was paid, otherwise asks the server. */
  async function order(step: Extract<Step, { what: 'order' }>): Promise<void> {
    const session = sessionOf(step)
    if (session.payment !== 'clicked') return
    const jobs = {
      nothing: async () => {},
      syncing: system.sync,
      reconciling: system.reconcile,
    }
    const sending = Array.from({ length: step.times }, () => session.visitor.order())
    await Promise.all([...sending, jobs[step.during]()])
    if (session.visitor.candle.confirmedKeys.length > 0) replaceSession(step)
    else await ask(step, false)
  }

  async function giveBack(step: Extract<Step, { what: 'give-back' }>): Promise<void> {
    const paid = candles.filter(candle => candle.visitor.startsWith(nameOf(step)))
    const intent = paid.flatMap(candle => candle.intents).at(-1)
    if (!intent) return
    const { sandbox } = system
    if (step.how === 'dispute') await sandbox.dispute(intent).catch(() => null)
    else
      await sandbox.refund(intent, {
        ...(step.how === 'part' && { amount: 5_000 }),
        fails: step.how === 'failing',
      })
  }
  const nameOf = (step: { visitor: number }) => visitorNames[step.visitor] ?? ''

  async function act(step: Step): Promise<void> {
    switch (step.what) {
      case 'choose': {
        await ask(step, true)
        const session = sessionOf(step)
        if (session.payment === 'clicked') return
        session.payment = (await session.visitor.choose(step.uah)) ? 'ready' : 'none'
        return
      }
      case 'old-words':
        if (sessionOf(step).payment !== 'none') await sessionOf(step).visitor.sendOldWords()
        return
      case 'pay-elsewhere':
        if (sessionOf(step).payment !== 'clicked') return
        if (isAnswered(await sessionOf(step).visitor.sendWords()))
          await sessionOf(step).visitor.payLate(step.landsAfterMs)
        return
      case 'pay': {
        const session = sessionOf(step)
        if (session.payment === 'none') return
        // The page charges nothing before the words are kept.
        if (!step.isBare && !isAnswered(await session.visitor.sendWords())) return
        session.payment = 'clicked'
        if (step.landsAfterMs > 0)
          return session.visitor.payLate(step.landsAfterMs, cards[step.card])
        session.isAsked = (await session.visitor.pay(cards[step.card])) === 'asked'
        return
      }
      case 'bank': {
        const session = sessionOf(step)
        if (!session.isAsked) return
        session.isAsked = false
        await session.visitor.answerBank(step.outcome)
        return
      }
      case 'order':
        return order(step)
      case 'order-free': {
        const session = sessionOf(step)
        const send = () => session.visitor.orderFree(session.freeKey)
        await Promise.all(Array.from({ length: step.times }, send))
        if (session.visitor.candle.confirmedKeys.length > 0) replaceSession(step)
        return
      }
      case 'ask':
        return ask(step, step.cancel)
      case 'let-land':
        return sleep(step.ms)
      case 'leave':
        return replaceSession(step)
      case 'give-back':
        return giveBack(step)
      case 'provider-fault':
        return system.sandbox.fault(toFault(step))
      case 'webhook-fault':
        return system.sandbox.spoilWebhooks({ action: step.action, count: step.count })
      case 'replay': {
        const events = await system.sandbox.events()
        const event = events[step.event % Math.max(1, events.length)]
        if (event) await system.sandbox.resend(event.id)
        return
      }
      case 'crash':
        return system.crashSoon(step.calls)
      case 'restart':
        if (system.isUp()) return
        await system.boot()
        return system.reconcile()
      case 'wait':
        return system.advance(step.ms)
      case 'sync':
        return system.sync()
      case 'reconcile':
        return system.reconcile()
      case 'emails':
        return system.sendEmails()
    }
  }

  return {
    candles,
    untilLanded: () => Promise.all(everybody.map(visitor => visitor.untilLanded())),
    async run(step: Step): Promise<void> {
      await act(step)
      if (sendsWebhooks.has(step.what)) await letWebhooksArrive(system)
    },
  }
}

/** Runs until nothing is due; webhooks to a crashed server stay pending. */
async function letWebhooksArrive(system: System): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const now = system.now()
    const deliveries = await system.sandbox.deliveries()
    if (!deliveries.some(one => one.state === 'pending' && one.due <= now)) return
    await sleep(2)
  }
}

/** After a wait longer than any bank's delay. */
async function letTheBankAct(system: System): Promise<void> {
  for (let attempt = 0; attempt < 500 && (await system.sandbox.plansToCome()) > 0; attempt += 1)
    await sleep(2)
}

/** Ends the faults, runs the server and advances the clock by one grace time after another. */
async function drain(system: System): Promise<void> {
  await system.sandbox.clear()
  await system.crash()
  await system.boot()
  for (const ms of [61_000, 11 * minuteMs, 61 * minuteMs, 26 * 60 * minuteMs, 2 * minuteMs]) {
    await system.advance(ms)
    await letTheBankAct(system)
    await letWebhooksArrive(system)
    await system.sync()
    await system.reconcile()
    await system.sync()
    await system.sendEmails()
  }
}

/** What makes the payment provider send webhooks. */
const sendsWebhooks = new Set<Step['what']>([
  ...(['choose', 'pay', 'bank', 'give-back', 'replay'] as const),
  ...(['wait', 'restart', 'reconcile'] as const),
])
