import { createReadStream } from 'node:fs'
import { addHistory, lockOrder, updateOrder } from '../../server/db/orders'
import { insertPhotos } from '../../server/db/photos'
import type { Order } from '../../server/db/schema'
import { inTransaction, type Queryable, randomId } from '../../server/db/store'
import { createEmailSettings } from '../../server/emails/layout'
import type { PhotoSet } from '../../server/emails/order-emails'
import {
  type LightingServices,
  lightCandle,
  type UnlightingOutcome,
  unlightCandle,
} from '../../server/orders/light-candle'
import { isPending } from '../../server/orders/save-order'
import { preparePhoto } from '../../server/photos/prepare-photo'
import { type AddCommand, CommandError, type Context, exitCodes, nameError } from '../context'
import { formatUah } from '../print'

export const addLit: AddCommand = (program, context) =>
  program
    .command('lit')
    .description('mark candles as lit and send the reports, with an optional photo')
    .argument('<codes...>')
    .option('--photo <file>', 'JPEG, HEIC, PNG or WebP of at most 20 MB; its metadata is removed')
    .action(async (codes, { photo: path }) => {
      const photo = path === undefined ? null : await readPhoto(path)
      const by = `command line ${randomId()}`
      await markOrders(context, codes, photo, async (order, { services, trx, photoSet }) => {
        const { kind, isReported } = await lightCandle(services, trx, order, { photoSet, by })
        if (kind === 'already-lit')
          return { outcome: kind, line: 'was already lit; nothing was sent.', isRejected: true }
        const done = kind === 'lit' ? 'is lit.' : 'now has a photo.'
        const report = isReported
          ? 'The report goes out in 15 minutes; until then unlight cancels it.'
          : 'No report goes out to the donor.'
        return { outcome: kind, line: `${done} ${report}` }
      })
    })

async function readPhoto(path: string): Promise<Buffer> {
  const photo = await preparePhoto(createReadStream(path)).catch(error => {
    throw new CommandError(`${path} cannot be read (${nameError(error)}). No order was marked.`)
  })
  if (photo.kind === 'ready') return photo.jpeg
  throw new CommandError(
    photo.kind === 'photo-too-large'
      ? 'The photo is larger than 20 MB. No order was marked.'
      : 'The photo could not be read: is it a whole JPEG, HEIC, PNG or WebP? No order was marked.',
  )
}

export const addUnlight: AddCommand = (program, context) =>
  program
    .command('unlight')
    .description('undo lit; within 15 minutes the donor does not notice')
    .argument('<codes...>')
    .action(codes =>
      markOrders(context, codes, null, async (order, { services, trx }) => {
        const outcome = await unlightCandle(services, trx, order, 'command line')
        const isRejected = outcome === 'not-lit'
        return { outcome, line: unlightingTexts[outcome], isRejected }
      }),
    )

const unlightingTexts: Record<UnlightingOutcome, string> = {
  'not-lit': 'is not lit.',
  unlit: 'waits again. The donor was not notified.',
  corrected: 'waits again. The donor was notified and gets a correction.',
  uncorrected:
    'waits again. The donor was notified, and a correction was sent before: write to the donor yourself.',
}

export const addCancel: AddCommand = (program, context) =>
  program
    .command('cancel')
    .description('remove junk orders from the list, or bring them back with --undo')
    .argument('<codes...>')
    .option('--undo', 'the order waits again')
    .option('--paid', 'also orders with a donation')
    .action((codes, { undo = false, paid = false }) =>
      markOrders(context, codes, null, async (order, { trx }) => {
        const mayBePaid = order.payment === 'paid' || isPending(order.payment)
        const reject = (line: string) => ({ outcome: 'unchanged', line, isRejected: true })
        if (order.fulfilment === 'lit') return reject('is lit: nothing was changed.')
        if (!undo && !paid && mayBePaid)
          return reject(
            'has a donation, or may still get one: refund it in the provider’s dashboard first, or add --paid.',
          )
        const fulfilment = undo ? 'waiting' : 'cancelled'
        if (order.fulfilment !== fulfilment)
          await setFulfilment(trx, order, fulfilment, context.now())
        if (undo) return { outcome: fulfilment, line: 'waits again.' }
        const refund =
          order.payment === 'paid'
            ? ` Its ${formatUah(order.confirmedKopiykas)} UAH are still to be refunded.`
            : ''
        return { outcome: fulfilment, line: `is cancelled.${refund}` }
      }),
    )

async function setFulfilment(
  trx: Queryable,
  order: Order,
  fulfilment: 'waiting' | 'cancelled',
  now: number,
): Promise<void> {
  // The temple is notified of each waiting order once.
  const isDue = fulfilment === 'waiting' && order.noticeId === null && !isPending(order.payment)
  await updateOrder(trx, order.id, { fulfilment, noticeDueAt: isDue ? now : null })
  const event = fulfilment === 'waiting' ? 'cancelling undone' : 'cancelled'
  await addHistory(trx, { orderId: order.id, at: now, event, detail: 'by command line' })
}

interface Mark {
  outcome: string
  /** Follows the order's code. */
  line: string
  isRejected?: boolean
}

const erased: Mark = {
  outcome: 'unchanged',
  line: 'is empty: its personal data were erased.',
  isRejected: true,
}

interface MarkContext {
  services: LightingServices
  trx: Queryable
  photoSet: PhotoSet | null
}

/** Marks orders, each locked, in one transaction; skips those that cannot be marked. */
async function markOrders(
  context: Context,
  codes: string[],
  photo: Buffer | null,
  mark: (order: Order, marking: MarkContext) => Promise<Mark>,
): Promise<void> {
  const { config, now } = context
  const store = await context.openStore()
  const emailSettings = createEmailSettings(config)
  const services = { store, emailSettings, now }
  const marks = await inTransaction(store, async trx => {
    const photoSet = photo && { id: await insertPhotos(trx, [photo], now()), count: 1 }
    const done = []
    for (const named of codes) {
      const order = await lockOrder(trx, { code: named })
      const isErased = order !== undefined && order.erasedAt !== null
      const marked = isErased ? erased : order && (await mark(order, { services, trx, photoSet }))
      done.push({ code: order?.code ?? named, marked })
    }
    return done
  })
  if (marks.some(({ marked }) => marked?.isRejected)) context.exitCode = exitCodes.failed
  if (marks.some(({ marked }) => !marked)) context.exitCode = exitCodes.notFound
  context.print(
    marks.map(({ code, marked }) => ({ code, outcome: marked?.outcome ?? 'unknown' })),
    ...marks.map(({ code, marked }) =>
      marked ? `Order ${code} ${marked.line}` : `There is no order ${code}.`,
    ),
  )
}
