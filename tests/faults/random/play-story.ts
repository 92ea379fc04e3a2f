import { setTimeout as pause } from 'node:timers/promises'
import { findBrokenPromises } from '../broken-promises'
import type { Candle } from '../evidence'
import { readEvidence } from '../read-evidence'
import { cards, type Visitor, welcomeVisitor } from '../visit'
import { drain, letWebhooksArrive } from './drain-world'
import { startWorld, type World } from './start-world'
import { type Step, toFault, visitorNames } from './step'

/** What a visitor may do next, as the page would let them. */
interface Guest {
  visitor: Visitor
  /** `pressed`: Pay was pressed, and only the server may let go of the payment. */
  payment: 'none' | 'ready' | 'pressed'
  /** The bank's question is on the visitor's screen. */
  isAsked: boolean
  freeKey: string
}

export interface Ending {
  broken: string[]
  /** For the report: what the story came to. */
  captured: number
  orders: number
  tickets: number
}

/** Plays a story in a world of its own, lets everything drain, and compares the books. */
export async function playStory(steps: Step[]): Promise<Ending> {
  const world = await startWorld()
  const story = createStory(world)
  try {
    await world.boot()
    for (const step of steps) await story.play(step)
    await story.untilLanded()
    await drain(world)
    const evidence = await readEvidence({
      dataDir: world.dataDir,
      databaseUrl: null,
      sandboxUrl: world.sandboxUrl,
      candles: story.candles,
    })
    return {
      broken: findBrokenPromises(evidence),
      captured: evidence.charges.filter(charge => charge.paid).length,
      orders: evidence.orders.length,
      tickets: evidence.tickets.length,
    }
  } finally {
    await world.close()
  }
}

function createStory(world: World) {
  const candles: Candle[] = []
  const everybody: Visitor[] = []
  let arrivals = 0

  function arrive(name: string): Guest {
    arrivals += 1
    const visitor = welcomeVisitor(world, `${name} ${arrivals}`, `guest${arrivals}@example.org`)
    candles.push(visitor.candle)
    everybody.push(visitor)
    return { visitor, payment: 'none', isAsked: false, freeKey: crypto.randomUUID() }
  }
  const guests = visitorNames.map(arrive)
  const guestOf = (step: { visitor: number }) => guests[step.visitor] ?? arrive('nobody')
  const replaceGuest = (step: { visitor: number }) => {
    guests[step.visitor] = arrive(visitorNames[step.visitor] ?? 'nobody')
  }

  /** The page asks the server, and believes nothing else. */
  async function ask(step: { visitor: number }, giveUp: boolean): Promise<void> {
    const guest = guestOf(step)
    if (guest.payment !== 'pressed') return
    const outcome = await guest.visitor.ask({ giveUp })
    if (outcome === 'ordered') replaceGuest(step)
    if (outcome === 'released') guest.payment = 'none'
  }

  /** After the card form's answer: the order at once if it was taken, else the server is asked. */
  async function order(step: Extract<Step, { what: 'order' }>): Promise<void> {
    const guest = guestOf(step)
    if (guest.payment !== 'pressed') return
    const beside = { nothing: async () => {}, settling: world.settle, reconciling: world.reconcile }
    const sending = Array.from({ length: step.times }, () => guest.visitor.order())
    await Promise.all([...sending, beside[step.during]()])
    if (guest.visitor.candle.confirmedKeys.length > 0) replaceGuest(step)
    else await ask(step, false)
  }

  async function giveBack(step: Extract<Step, { what: 'give-back' }>): Promise<void> {
    const paid = candles.filter(candle => candle.visitor.startsWith(nameOf(step)))
    const intent = paid.flatMap(candle => candle.intents).at(-1)
    if (!intent) return
    const { sandbox } = world
    if (step.how === 'dispute') await sandbox.dispute(intent).catch(() => null)
    else
      await sandbox.refund(intent, step.how === 'part' ? 5_000 : undefined, step.how === 'failing')
  }
  const nameOf = (step: { visitor: number }) => visitorNames[step.visitor] ?? ''

  async function act(step: Step): Promise<void> {
    switch (step.what) {
      case 'choose': {
        await ask(step, true)
        const guest = guestOf(step)
        if (guest.payment === 'pressed') return
        guest.payment = (await guest.visitor.choose(step.uah)) ? 'ready' : 'none'
        return
      }
      case 'draft':
        if (guestOf(step).payment !== 'none') await guestOf(step).visitor.sendDraft()
        return
      case 'pay': {
        const guest = guestOf(step)
        if (guest.payment === 'none') return
        guest.payment = 'pressed'
        if (step.landsAfterMs > 0) return guest.visitor.payLate(step.landsAfterMs, cards[step.card])
        guest.isAsked = (await guest.visitor.pay(cards[step.card])) === 'asked'
        return
      }
      case 'bank': {
        const guest = guestOf(step)
        if (!guest.isAsked) return
        guest.isAsked = false
        await guest.visitor.answerBank(step.outcome)
        return
      }
      case 'order':
        return order(step)
      case 'order-free': {
        const guest = guestOf(step)
        const send = () => guest.visitor.orderFree({}, guest.freeKey)
        await Promise.all(Array.from({ length: step.times }, send))
        if (guest.visitor.candle.confirmedKeys.length > 0) replaceGuest(step)
        return
      }
      case 'ask':
        return ask(step, step.giveUp)
      case 'let-land':
        return pause(step.ms)
      case 'leave':
        return replaceGuest(step)
      case 'give-back':
        return giveBack(step)
      case 'provider-fault':
        return world.sandbox.fault(toFault(step))
      case 'webhook-fault':
        return world.sandbox.spoilWebhooks({ action: step.action, count: step.count })
      case 'replay': {
        const events = await world.sandbox.events()
        const event = events[step.event % Math.max(1, events.length)]
        if (event) await world.sandbox.resend(event.id)
        return
      }
      case 'crash':
        return world.crashSoon(step.touches)
      case 'restart':
        if (world.isUp()) return
        await world.boot()
        return world.reconcile()
      case 'wait':
        return world.advance(step.ms)
      case 'settle':
        return world.settle()
      case 'reconcile':
        return world.reconcile()
      case 'letters':
        return world.sendLetters()
    }
  }

  return {
    candles,
    untilLanded: () => Promise.all(everybody.map(visitor => visitor.untilLanded())),
    async play(step: Step): Promise<void> {
      await act(step)
      if (stirring.has(step.what)) await letWebhooksArrive(world)
    },
  }
}

/** What makes the card company send webhooks. */
const stirring = new Set<Step['what']>([
  ...(['choose', 'pay', 'bank', 'give-back', 'replay'] as const),
  ...(['wait', 'restart', 'reconcile'] as const),
])
