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
    const orders = await findForgettable(store, named)
    const codes = orders.map(order => order.code)
    if (orders.length === 0)
      return report([`Nothing is kept about ${named}.`], { erased: [] }, exitCodes.notFound)
    if (!values.yes)
      return report(
        [`Would erase the personal data of: ${codes.join(', ')}.`, 'To do it, add --yes.'],
        { erased: [], wouldErase: codes },
      )
    await forgetPerson(store, orders, config.mail.folder, now())
    return report(
      [
        `Erased: ${codes.join(', ')}. Amounts and times stay.`,
        'Backups and the mails already sent keep what they had.',
      ],
      { erased: codes },
    )
  },
}
