import { readFile } from 'node:fs/promises'
import { inTransaction } from '../../server/db/store'
import { type LightingOutcome, lightCandle } from '../../server/inbox/light-candle'
import { type PreparedPhoto, preparePhoto } from '../../server/inbox/prepare-photo'
import { type Command, exitCodes, type Report, report, type Shop, UsageError } from '../command'

/** The candle burns: marks the order and queues the donor's report, which the server sends. */
export const litCommand: Command = {
  word: 'lit',
  operands: 'CODE',
  summary: 'marks a candle as lit and sends the report, with a photo if there is one',
  examples: ['lit K7F3-9QXM', 'lit K7F3-9QXM --photo candle.jpg'],
  options: { photo: { type: 'string' } },
  optionHelp: ['--photo FILE   JPEG, PNG or WebP of at most 20 MB; place and device are removed'],
  async run(shop, { operands, values }) {
    const [code] = operands
    if (!code) throw new UsageError('lit needs the code of an order, such as K7F3-9QXM.')
    const photo = typeof values.photo === 'string' ? await takePhoto(values.photo) : null
    if (photo && photo.kind !== 'ready')
      return report([explainPhoto(photo.kind)], null, exitCodes.failed)
    return tell(code, await light(shop, code, photo?.jpeg ?? null))
  },
}

async function light(shop: Shop, code: string, photo: Buffer | null): Promise<LightingOutcome> {
  const { store, config, now } = shop
  const { mail, publicUrl } = config
  const emailSettings = { ...mail, publicUrl, replyKey: null }
  const services = { store, emailSettings, mailDomain: publicUrl.hostname, now }
  return inTransaction(store, trx =>
    lightCandle(services, trx, { code, photo, by: 'command line' }),
  )
}

async function takePhoto(path: string): Promise<PreparedPhoto> {
  try {
    return await preparePhoto(await readFile(path))
  } catch {
    return { kind: 'photo-unreadable' }
  }
}

function explainPhoto(kind: 'photo-too-large' | 'photo-unreadable'): string {
  return kind === 'photo-too-large'
    ? 'The photo is larger than 20 MB. The order was not marked.'
    : 'The photo could not be read: is it a whole JPEG, PNG or WebP? The order was not marked.'
}

function tell(code: string, outcome: LightingOutcome): Report {
  if (outcome.kind === 'unknown-order')
    return report([`There is no order ${code}.`], null, exitCodes.notFound)
  const { order } = outcome
  if (outcome.kind === 'already-lit')
    return report(
      [`Order ${order.code} was marked as lit before; nothing was sent.`],
      { code: order.code, lit: true, reportQueued: false },
      exitCodes.failed,
    )
  const { reportQueued } = outcome
  const line = reportQueued
    ? 'The report goes out with the running server’s next emails.'
    : 'The visitor left no working address, so no report goes out.'
  return report([`Order ${order.code} is lit. ${line}`], {
    code: order.code,
    lit: true,
    reportQueued,
  })
}
