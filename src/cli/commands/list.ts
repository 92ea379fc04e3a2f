import { listOrders } from '../../server/db/orders'
import { arrangeForReading, writeSheet } from '../../server/emails/digest'
import { localTexts } from '../../server/emails/format'
import type { AddCommand } from '../context'

/** In the temple's language, because it is read aloud there. */
export const addList: AddCommand = (program, context) =>
  program
    .command('list')
    .description('list the names to read aloud, or print them')
    .option('--print', 'as an HTML page, A4 in large type')
    .action(async options => {
      const { templeLanguage, digest } = context.config.mail
      const texts = localTexts(templeLanguage, digest.timeZone)
      const store = await context.openStore()
      const waiting = await listOrders(store, { fulfilment: 'waiting' }, { limit: 10_000 })
      const sections = arrangeForReading(waiting)
      const data = sections.map(({ paid, intention, orders }) => ({
        paid,
        intention,
        orders: orders.map(({ code, name, purpose }) => ({ code, name, purpose })),
      }))
      if (options.print) {
        const sheet = writeSheet(sections, { at: context.now(), label: order => order.code }, texts)
        return context.print(data, ...sheet.split('\n'))
      }
      const lines = data.flatMap(({ paid, intention, orders }) => [
        texts.digest.title(paid, intention),
        ...orders.map(({ code, name, purpose }) => `  ${code}  ${name}  (${purpose})`),
        '',
      ])
      context.print(data, ...(lines.length === 0 ? [texts.digest.nothing] : lines))
    })
