import { findForgettable, forgetPerson } from '../../server/retention/forget-person'
import { type Command, CommandError, exitCodes, report, usageError } from '../command'

/** Erases one person's data on their wish. Cannot be undone, so it shows first and asks for --yes. */
export const forgetCommand: Command = {
  name: 'forget',
  operands: 'CODE|ADDRESS',
  summary: {
    en: 'erases one person’s data and keeps the sums',
    uk: 'стирає дані однієї людини, суми лишаються',
  },
  examples: ['forget donor@example.org', 'forget K7F3-9QXM --yes'],
  options: {
    yes: {
      en: 'really erases; without it the orders are only named',
      uk: 'справді стирає; без цього замовлення лише буде названо',
    },
  },
  async run(shop, call) {
    const [named] = call.operands
    if (!named)
      throw usageError({
        en: 'forget needs the code of an order, or a mail address.',
        uk: 'Для forget потрібен код замовлення або поштова адреса.',
      })
    const store = await shop.openStore()
    const found = await findForgettable(store, named)
    const codes = found.orders.map(order => order.code)
    const { length: drafts } = found.drafts
    if (codes.length + drafts + found.traces === 0)
      throw new CommandError(
        { en: `Nothing is kept about ${named}.`, uk: `Про ${named} нічого немає.` },
        exitCodes.notFound,
      )
    const list = (draftsText: string) =>
      [...codes, ...(drafts > 0 ? [draftsText] : [])].join(', ') || named
    const en = list(`${drafts} unpaid drafts`)
    const uk = list(`неоплачені чернетки: ${drafts}`)
    if (!call.flag('yes'))
      return report(
        { erased: [], wouldErase: codes },
        {
          en: `Would erase the personal data of: ${en}.\nTo do it, add --yes.`,
          uk: `Буде стерто особисті дані: ${uk}.\nЩоб стерти, додайте --yes.`,
        },
      )
    await forgetPerson(store, found, shop.config.mail.folder, shop.now())
    return report(
      { erased: codes },
      {
        en: `Erased: ${en}. Amounts and times stay.\nBackups, the mails already sent and the payment provider keep what they had.`,
        uk: `Стерто: ${uk}. Суми й дати лишаються.\nРезервні копії, надіслані листи й платіжна служба зберігають, що мали.`,
      },
    )
  },
}
