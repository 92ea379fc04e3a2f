import { createReadStream } from 'node:fs'
import { addHistory, lockOrderByCode, updateOrder } from '../../server/db/orders'
import { insertPhotos } from '../../server/db/photos'
import { randomId } from '../../server/db/random'
import type { Order } from '../../server/db/schema'
import { inTransaction, type Queryable } from '../../server/db/store'
import {
  type LightingOutcome,
  type LightingServices,
  lightCandle,
  type UnlightingOutcome,
  unlightCandle,
} from '../../server/orders/light-candle'
import { isPending } from '../../server/orders/save-order'
import { preparePhoto } from '../../server/photos/prepare-photo'
import { type Call, type Command, CommandError, exitCodes, noOrder, type Shop } from '../command'
import { showUah, type Text } from '../print'

/** The candle burns: marks the orders and queues the donors' reports, which the server sends. */
export const litCommand: Command = {
  name: 'lit',
  operands: 'CODE...',
  summary: {
    en: 'marks candles as lit and sends the reports, with a photo if there is one',
    uk: 'позначає свічки запаленими й надсилає звіти, з фото, якщо воно є',
  },
  examples: ['lit K7F3-9QXM', 'lit K7F3-9QXM 4MWD-22TP --photo candle.heic'],
  options: {
    photo: {
      value: 'FILE',
      en: 'JPEG, HEIC, PNG or WebP of at most 20 MB; place and device are removed',
      uk: 'JPEG, HEIC, PNG або WebP до 20 МБ; місце й пристрій буде вилучено',
    },
  },
  async run(shop, call) {
    call.codes()
    const path = call.text('photo')
    const photo = path === undefined ? null : await takePhoto(path)
    const marks = await markOrders(shop, call, async (services, trx) => {
      const id = photo && (await insertPhotos(trx, [photo], services.now()))
      const photoSet = id === null ? null : { id, count: 1 }
      const lighting = { photoSet, by: `command line ${randomId()}` }
      return order => lightCandle(services, trx, order, lighting)
    })
    return {
      lines: marks.map(describeLighting),
      data: marks.map(({ code, outcome }) => ({
        code,
        lit: outcome !== null,
        reportQueued: outcome?.report === 'queued',
      })),
      exitCode: judge(marks, ({ kind }) => kind === 'already-lit'),
    }
  },
}

async function takePhoto(path: string): Promise<Buffer> {
  const photo = await preparePhoto(createReadStream(path))
  if (photo.kind === 'ready') return photo.jpeg
  throw new CommandError(
    photo.kind === 'photo-too-large'
      ? {
          en: 'The photo is larger than 20 MB. No order was marked.',
          uk: 'Фото більше за 20 МБ. Жодне замовлення не позначено.',
        }
      : {
          en: 'The photo could not be read: is it a whole JPEG, HEIC, PNG or WebP? No order was marked.',
          uk: 'Фото не вдалося прочитати: чи це цілий JPEG, HEIC, PNG або WebP? Жодне замовлення не позначено.',
        },
  )
}

function describeLighting({ code, outcome }: Mark<LightingOutcome>): Text {
  if (!outcome) return noOrder(code)
  if (outcome.kind === 'already-lit')
    return {
      en: `Order ${code} was marked as lit before; nothing was sent.`,
      uk: `Замовлення ${code} вже було позначене запаленим; нічого не надіслано.`,
    }
  const isLit =
    outcome.kind === 'lit'
      ? { en: 'the candle is lit', uk: 'свічка горить' }
      : { en: 'it has its photo now', uk: 'фото додано' }
  const { en, uk } = reportTexts[outcome.report]
  return {
    en: `Order ${code}: ${isLit.en}. ${en}`,
    uk: `Замовлення ${code}: ${isLit.uk}. ${uk}`,
  }
}

const reportTexts: Record<LightingOutcome['report'], Text> = {
  queued: {
    en: 'The report goes out in 15 minutes; until then unlight takes it back unseen.',
    uk: 'Звіт піде за 15 хвилин; до того часу unlight скасує його непомітно.',
  },
  'no-address': {
    en: 'There is no address to write to, so no report goes out.',
    uk: 'Адреси, на яку можна написати, немає, тож звіту не буде.',
  },
  'held-back': {
    en: 'The limit of emails is reached, so no report goes out.',
    uk: 'Ліміт листів вичерпано, тож звіту не буде.',
  },
}

/** A candle was marked as lit by mistake: the donor hears nothing, or gets a correction. */
export const unlightCommand: Command = {
  name: 'unlight',
  operands: 'CODE...',
  summary: {
    en: 'takes back that candles are lit; within 15 minutes no donor notices',
    uk: 'скасовує позначку про запалену свічку; перші 15 хвилин непомітно для замовника',
  },
  examples: ['unlight K7F3-9QXM'],
  options: {},
  async run(shop, call) {
    const marks = await markOrders(
      shop,
      call,
      async (services, trx) => order => unlightCandle(services, trx, order, 'command line'),
    )
    return {
      lines: marks.map(({ code, outcome }) =>
        outcome ? unlightingTexts[outcome](code) : noOrder(code),
      ),
      data: marks.map(({ code, outcome }) => ({ code, outcome: outcome ?? 'unknown' })),
      exitCode: judge(marks, outcome => outcome === 'not-lit'),
    }
  },
}

const unlightingTexts: Record<UnlightingOutcome, (code: string) => Text> = {
  'not-lit': code => ({
    en: `Order ${code} is not lit.`,
    uk: `Свічку замовлення ${code} не запалено.`,
  }),
  unlit: code => ({
    en: `Order ${code} waits again. The donor was told nothing.`,
    uk: `Замовлення ${code} знову чекає. Замовникові нічого не писали.`,
  }),
  corrected: code => ({
    en: `Order ${code} waits again. The donor had been told, and gets a correction.`,
    uk: `Замовлення ${code} знову чекає. Замовникові вже написали, тож він отримає виправлення.`,
  }),
  uncorrected: code => ({
    en: `Order ${code} waits again. The donor had been told, and a second correction does not go out: please write yourself.`,
    uk: `Замовлення ${code} знову чекає. Замовникові вже написали, а друге виправлення не надсилається: напишіть йому самі.`,
  }),
}

/** Junk and mistakes leave the list of what waits; `--undo` brings them back. Nobody is mailed. */
export const cancelCommand: Command = {
  name: 'cancel',
  operands: 'CODE...',
  summary: {
    en: 'takes junk orders off the list, or brings them back with --undo',
    uk: 'прибирає сміттєві замовлення зі списку або повертає їх (--undo)',
  },
  examples: ['cancel K7F3-9QXM', 'cancel K7F3-9QXM --undo'],
  options: {
    undo: { en: 'it waits again', uk: 'замовлення знову чекає' },
    paid: { en: 'really also one with a donation', uk: 'справді й таке, що має пожертву' },
  },
  async run(shop, call) {
    const [undo, paidToo] = [call.flag('undo'), call.flag('paid')]
    const marks = await markOrders(shop, call, async ({ now }, trx) => async order => {
      if (order.fulfilment === 'lit') return 'lit' as const
      if (undo && order.erasedAt !== null) return 'erased' as const
      const mayBePaid = order.payment === 'paid' || isPending(order.payment)
      if (!undo && !paidToo && mayBePaid) return 'paid' as const
      const fulfilment = undo ? 'waiting' : 'cancelled'
      if (order.fulfilment === fulfilment) return order
      // The temple is told of what waits and of nothing else, and of each order once.
      const isDue = undo && order.noticeId === null && !isPending(order.payment)
      const noticeDueAt = isDue ? now() : null
      await updateOrder(trx, order.id, { fulfilment, noticeDueAt })
      const event = undo ? 'cancelling undone' : 'cancelled'
      await addHistory(trx, { orderId: order.id, at: now(), event, detail: 'by command line' })
      return order
    })
    const done = marks.filter(({ outcome }) => outcome !== null && typeof outcome !== 'string')
    return {
      lines: marks.map(mark => describeCancelling(mark, undo)),
      data: { [undo ? 'waiting' : 'cancelled']: done.map(({ code }) => code) },
      exitCode: judge(marks, outcome => typeof outcome === 'string'),
    }
  },
}

function describeCancelling(
  { code, outcome }: Mark<Order | 'lit' | 'paid' | 'erased'>,
  undo: boolean,
): Text {
  if (!outcome) return noOrder(code)
  if (outcome === 'lit')
    return {
      en: `Order ${code} is lit: it was left as it is.`,
      uk: `Замовлення ${code} вже запалене: його залишено як є.`,
    }
  if (outcome === 'erased')
    return {
      en: `The personal data of order ${code} were erased: it was left as it is.`,
      uk: `Особисті дані замовлення ${code} стерто: його залишено як є.`,
    }
  if (outcome === 'paid')
    return {
      en: `Order ${code} has a donation, or may still get it: refund it in the provider’s dashboard first, or add --paid.`,
      uk: `Замовлення ${code} має пожертву або ще може її отримати: спершу поверніть її в кабінеті платіжної служби або додайте --paid.`,
    }
  if (undo) return { en: `Order ${code} waits again.`, uk: `Замовлення ${code} знову чекає.` }
  const kept = outcome.payment === 'paid' ? showUah(outcome.confirmedKopiykas) : null
  return {
    en: `Order ${code} is cancelled.${kept ? ` Its ${kept} UAH are still yours to refund.` : ''}`,
    uk: `Замовлення ${code} скасовано.${kept ? ` ${kept} грн досі у вас: поверніть їх.` : ''}`,
  }
}

/** What became of an order that was named; null: there is none. */
interface Mark<Outcome> {
  code: string
  outcome: Outcome | null
}

/** Does the same with every order that is named, in one transaction that holds their rows. */
async function markOrders<Outcome>(
  { config, openStore, now }: Shop,
  call: Call,
  begin: (
    services: LightingServices,
    trx: Queryable,
  ) => Promise<(order: Order) => Promise<Outcome>>,
): Promise<Mark<Outcome>[]> {
  const codes = call.codes()
  const { mail, publicUrl, temple } = config
  const store = await openStore()
  // The command line never receives replies.
  const emailSettings = { ...mail, publicUrl, temple, replyKey: null }
  const services = { store, emailSettings, mailDomain: publicUrl.hostname, now }
  return inTransaction(store, async trx => {
    const mark = await begin(services, trx)
    const marks: Mark<Outcome>[] = []
    for (const named of codes) {
      const order = await lockOrderByCode(trx, named)
      marks.push({ code: order?.code ?? named, outcome: order ? await mark(order) : null })
    }
    return marks
  })
}

/** Where some of several orders could not be marked, what was done stands. */
function judge<Outcome>(marks: Mark<Outcome>[], isRefusal: (outcome: Outcome) => boolean): number {
  if (marks.some(({ outcome }) => outcome === null)) return exitCodes.notFound
  const isRefused = marks.some(({ outcome }) => outcome !== null && isRefusal(outcome))
  return isRefused ? exitCodes.failed : exitCodes.done
}
