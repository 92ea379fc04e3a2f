import { findPerson } from '../../server/db/erasure'
import { forgetPerson } from '../../server/retention/erase'
import { formatTime } from '../../server/time-zone'
import { dayMs } from '../../shared/durations'
import { type AddCommand, CommandError, type Context, notFound } from '../context'
import { count } from '../print'

export const addForget: AddCommand = (program, context) =>
  program
    .command('forget')
    .description('erase one person’s data and keep the sums')
    .argument('<who>', 'the code of an order, or a mail address')
    .option('--yes', 'erase; without it only list what would be erased')
    .option('--paid', 'also donations whose candles are not lit yet')
    .action(async (who, { yes, paid }) => {
      const store = await context.openStore()
      const person = await findPerson(store, who)
      const codes = person.orders.map(order => order.code)
      const { length: drafts } = person.donations
      if (Object.values(person).every(rows => rows.length === 0))
        throw notFound(`Nothing is stored about ${who}.`)
      const unpaid = drafts > 0 ? [count(drafts, 'unpaid draft')] : []
      const all = [...codes, ...unpaid].join(', ') || who
      const owed = person.orders
        .filter(order => order.fulfilment === 'waiting' && order.payment === 'paid')
        .map(order => order.code)
      const warning = `Paid and not lit: ${owed.join(', ')}. Nobody can light a candle whose name is erased: light it or refund it in the provider’s dashboard first, or add --paid.`
      if (!yes)
        return context.print(
          { erased: [], wouldErase: codes, paidAndNotLit: owed },
          `Would erase the personal data of: ${all}.`,
          ...(owed.length > 0 ? [warning] : []),
          'Add --yes to proceed.',
        )
      if (owed.length > 0 && !paid) throw new CommandError(`${warning} Nothing was erased.`)
      await forgetPerson(store, who, context.config.mail.folder, context.now)
      context.print(
        { erased: codes },
        `Erased: ${all}. Amounts and times stay.`,
        `${tellOfBackups(context)} Sent emails and the payment provider keep theirs.`,
      )
    })

function tellOfBackups({ config, now, timeZone }: Context): string {
  if (config.databaseUrl !== null)
    return 'Dumps of PostgreSQL keep their copies as long as you keep them.'
  const until = formatTime(now() + config.retentionDays * dayMs, timeZone).slice(0, 10)
  return `Backups in ${config.backupTo} keep their copies until ${until}.`
}
