import { listOrders } from '../../server/db/orders'
import { arrangeForReading, writeSheet } from '../../server/emails/digest'
import { localTexts } from '../../server/emails/format'
import { type Command, report } from '../command'

/** The names to be read aloud: what waits to be lit, as a list or as a sheet to print. */
export const listCommand: Command = {
  name: 'list',
  operands: '',
  summary: {
    en: 'lists the names to be read aloud, also as a page to print',
    uk: 'показує імена для читання вголос, також сторінкою для друку',
  },
  examples: ['list', 'list --print > list.html'],
  options: {
    print: {
      en: 'an HTML page, A4 in large type, to be printed by a browser',
      uk: 'сторінка HTML, A4 великим шрифтом, для друку з браузера',
    },
  },
  async run({ openStore, config, now }, call) {
    const { templeLanguage, digest } = config.mail
    const texts = localTexts(templeLanguage, digest.timeZone)
    const store = await openStore()
    const orders = await listOrders(store, { fulfilment: 'waiting' }, { limit: 10_000 })
    const sections = arrangeForReading(orders)
    const data = sections.map(({ paid, intention, orders }) => ({
      paid,
      intention,
      orders: orders.map(({ code, name, purpose }) => ({ code, name, purpose })),
    }))
    if (call.flag('print')) {
      const sheet = writeSheet(sections, { at: now(), label: order => order.code }, texts)
      return report(data, ...sheet.split('\n'))
    }
    const lines = sections.flatMap(section => [
      texts.digest.title(section.paid, section.intention),
      ...section.orders.map(({ code, name, purpose }) => `  ${code}  ${name}  (${purpose})`),
      '',
    ])
    return report(data, ...(lines.length === 0 ? [texts.digest.nothing] : lines))
  },
}
