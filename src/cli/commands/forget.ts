import { findPerson } from '../../server/db/erasure'
import { forgetPerson } from '../../server/retention/erase'
import { type AddCommand, notFound } from '../context'

export const addForget: AddCommand = (program, context) =>
  program
    .command('forget')
    .description('erase one person’s data and keep the sums')
    .argument('<who>', 'the code of an order, or a mail address')
    .option('--yes', 'erase; without it only list what would be erased')
    .action(async (named, { yes }) => {
      const store = await context.openStore()
      const person = await findPerson(store, named)
      const codes = person.orders.map(order => order.code)
      const { length: drafts } = person.donations
      if (Object.values(person).every(rows => rows.length === 0))
        throw notFound(`Nothing is stored about ${named}.`)
      const all = [...codes, ...(drafts > 0 ? [`${drafts} unpaid drafts`] : [])].join(', ') || named
      if (!yes)
        return context.print(
          { erased: [], wouldErase: codes },
          `Would erase the personal data of: ${all}.`,
          'Add --yes to proceed.',
        )
      await forgetPerson(store, named, context.config.mail.folder, context.now)
      context.print(
        { erased: codes },
        `Erased: ${all}. Amounts and times stay.`,
        'Backups, sent emails and the payment provider keep their copies.',
      )
    })
