import { createReadStream } from 'node:fs'
import { addHistory, lockOrder, readOrderKey, updateOrder } from '../../server/db/orders'
import { insertPhotos } from '../../server/db/photos'
import type { Order } from '../../server/db/schema'
import { inTransaction, type Queryable, randomId } from '../../server/db/store'
import { createEmailSettings } from '../../server/emails/layout'
import type { PhotoSet } from '../../server/emails/order-emails'
import { type LightingServices, lightCandle, unlightCandle } from '../../server/orders/light-candle'
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
      const mark: MarkOrder = async (order, { trx, services, photoSet }) => {
        const { kind, isReported } = await lightCandle(services, trx, order, { photoSet, by })
        if (kind === 'already-lit') return reject('was already lit; nothing was sent.', kind)
        const done = kind === 'lit' ? 'is lit.' : 'now has a photo.'
        const report = isReported
          ? 'The report goes out in 15 minutes; until then unlight cancels it.'
          : 'No report goes out to the donor.'
        return { outcome: kind, line: `${done} ${report}` }
      }
      await markOrders(context, codes, mark, photo)
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
      markOrders(context, codes, async (order, { trx, services }) => {
        const outcome = await unlightCandle(services, trx, order, 'command line')
        if (outcome === 'not-lit') return reject('is not lit.', outcome)
        return { outcome, line: `waits again. ${unlightingTexts[outcome]}` }
      }),
    )

const unlightingTexts = {
  unlit: 'The donor was not notified.',
  corrected: 'The donor was notified and gets a correction.',
  uncorrected:
    'The donor was notified, and a correction was sent before: write to the donor yourself.',
}

export const addCancel: AddCommand = (program, context) =>
  program
    .command('cancel')
    .description('remove junk orders from the list, or bring them back with --undo')
    .argument('<codes...>')
    .option('--undo', 'the order waits again')
    .option('--paid', 'also orders with a donation')
    .action((codes, { undo = false, paid = false }) =>
      markOrders(context, codes, async (order, { trx }) => {
        const pending = isPending(order.payment)
        if (order.fulfilment === 'lit') return reject('is lit: nothing was changed.')
        if (!undo && !paid && (order.payment === 'paid' || pending))
          return reject(
            'has a donation, or may still get one: refund it in the provider’s dashboard first, or add --paid.',
          )
        const fulfilment = undo ? 'waiting' : 'cancelled'
        if (order.fulfilment !== fulfilment) {
          const at = context.now()
          // The temple is notified of each waiting order once.
          const isDue = undo && order.noticeId === null && !pending
          await updateOrder(trx, order.id, { fulfilment, noticeDueAt: isDue ? at : null })
          const event = undo ? 'cancelling undone' : 'cancelled'
          await addHistory(trx, { orderId: order.id, at, event, detail: 'by command line' })
        }
        if (undo) return { outcome: fulfilment, line: 'waits again.' }
        const refund =
          order.payment === 'paid'
            ? ` Still to refund: ${formatUah(order.confirmedKopiykas)} UAH.`
            : ''
        return { outcome: fulfilment, line: `is cancelled.${refund}` }
      }),
    )

type MarkOrder = (
  order: Order,
  marking: { services: LightingServices; trx: Queryable; photoSet: PhotoSet | null },
) => Promise<Mark>

interface Mark {
  outcome: string
  /** Follows the order's code. */
  line: string
  /** Default: done. */
  exitCode?: number
}

function reject(line: string, outcome = 'unchanged'): Mark {
  return { outcome, line, exitCode: exitCodes.failed }
}

const missing = { outcome: 'unknown', line: 'does not exist.', exitCode: exitCodes.notFound }

/** Marks orders, each locked, in one transaction; skips those that cannot be marked. */
async function markOrders(
  context: Context,
  codes: string[],
  mark: MarkOrder,
  photo: Buffer | null = null,
): Promise<void> {
  const { config, now } = context
  const store = await context.openStore()
  const services = { store, emailSettings: createEmailSettings(config), now }
  const marks = await inTransaction(store, async trx => {
    const photoSet = photo && { id: await insertPhotos(trx, [photo], now()), count: 1 }
    const done: (Mark & { code: string })[] = []
    for (const named of codes) {
      const order = await lockOrder(trx, readOrderKey(named))
      if (!order) done.push({ code: named, ...missing })
      else if (order.erasedAt !== null)
        done.push({ code: order.code, ...reject('is empty: its personal data were erased.') })
      else done.push({ code: order.code, ...(await mark(order, { trx, services, photoSet })) })
    }
    return done
  })
  context.exitCode = Math.max(...marks.map(({ exitCode = exitCodes.done }) => exitCode))
  context.print(
    marks.map(({ code, outcome }) => ({ code, outcome })),
    ...marks.map(({ code, line }) => `Order ${code} ${line}`),
  )
}
