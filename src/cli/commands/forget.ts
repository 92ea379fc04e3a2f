import { findForgettable, forgetPerson } from '../../server/retention/forget-person'
import { type Command, exitCodes, report, UsageError } from '../command'

/** Erases one person's data on their wish. Cannot be undone, so it shows first and asks for --yes. */
export const forgetCommand: Command = {
  word: 'forget',
  operands: 'CODE|ADDRESS',
  summary: 'erases one person’s data and keeps the sums',
  examples: ['forget donor@example.org', 'forget K7F3-9QXM --yes'],
  options: { yes: { type: 'boolean' } },
  optionHelp: ['--yes   really erases; without it the orders are only named'],
  async run({ store, config, now }, { operands, values }) {
    const [named] = operands
    if (!named) throw new UsageError('forget needs the code of an order, or a mail address.')
    const found = await findForgettable(store, named)
    const codes = found.orders.map(order => order.code)
    const { length: drafts } = found.drafts
    if (codes.length + drafts + found.traces === 0)
      return report([`Nothing is kept about ${named}.`], { erased: [] }, exitCodes.notFound)
    const what = [...codes, drafts > 0 && `${drafts} unpaid drafts`].filter(Boolean).join(', ')
    if (!values.yes)
      return report(
        [`Would erase the personal data of: ${what || named}.`, 'To do it, add --yes.'],
        { erased: [], wouldErase: codes },
      )
    await forgetPerson(store, found, config.mail.folder, now())
    return report(
      [
        `Erased: ${what || named}. Amounts and times stay.`,
        'Backups, the mails already sent and the payment provider keep what they had.',
      ],
      { erased: codes },
    )
  },
}
